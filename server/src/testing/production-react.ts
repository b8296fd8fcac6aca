/** Import it before anything that imports React, which chooses its build by this variable: the built pages need that one. */
process.env.NODE_ENV = 'production'
