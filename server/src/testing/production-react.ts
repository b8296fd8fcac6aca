/** Import it before any module that imports React. The built pages need the build that React chooses by this variable. */
process.env.NODE_ENV = 'production'
