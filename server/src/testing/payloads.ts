/** Texts that a program would run as SQL or as a script if it mixed them with its own. */

const product = <T>(...lists: (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((done, list) => done.flatMap((head) => list.map((one) => [...head, one])), [[]])

/** The first `count` of them, taken evenly from all. */
const evenly = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as T)

/** The ends of the text, number or name that the program put around the payload. */
const sqlEnds = ["'", '"', "')", "'))", "\\'", '%27', '\u2019', '$$', '1', "1'", "%'", "E'\\\\'", '`', "a'::text", '}']
const sqlStatements = [
  " or '1'='1",
  ' or 1=1',
  ' union select null,version(),null',
  ' union all select email,password_hash from users',
  '; drop table users cascade',
  '; delete from orders',
  '; update users set is_admin=true',
  '; select pg_sleep(20)',
  '||(select pg_sleep(20))',
  ' and 1=cast(version() as int)',
  ' and 1=1/(select 0)',
  ' having count(*)>0',
  ' order by 99',
  "; copy users to program 'id'",
  '; alter table products rename to x',
  ' returning *',
  '; commit; begin',
  '::regclass',
  ' limit 0 offset -1',
  "; set role 'postgres'",
]
const sqlRests = ['', '--', '-- -', '/*', ';', "'", '#', ' or "a"="a']

/** Five hundred texts; each statement with many ends and rests. */
export const sqlPayloads: readonly string[] = evenly(
  product(sqlStatements, sqlEnds, sqlRests).map(([statement, end, rest]) => `${end}${statement}${rest}`),
  500,
)

/** The ends of the element, attribute, comment or script around the payload. */
const htmlEnds = [
  '',
  '">',
  "'>",
  '</title>',
  '</script>',
  '</textarea>',
  '</style>',
  '-->',
  '</select>',
  '</noscript>',
  ']]>',
  '<!--',
  '\\">',
  '</svg>',
  '&#34;>',
]
/** They call `xss()`, which the test's browser counts. */
const scripts = [
  '<script>xss()</script>',
  '<img src=x onerror=xss()>',
  '<svg onload=xss()>',
  '<ScRiPt>xss()</sCrIpT>',
  '<body onload=xss()>',
  '<details open ontoggle=xss()>',
  '<iframe srcdoc="<script>parent.xss()</script>">',
  '<input autofocus onfocus=xss()>',
  '<video><source onerror=xss()></video>',
  '<img/src/onerror=xss()>',
  '<svg><script>xss()</script></svg>',
  '<script\n>xss()</script\n>',
  '<math><mtext></p><img src onerror=xss()>',
  '<link rel=stylesheet href=x onerror=xss()>',
  '<a href="javascript:xss()">x</a>',
  '<iframe src="javascript:parent.xss()">',
  '<marquee onstart=xss()>',
  '" autofocus onfocus=xss() x="',
  "' autofocus onfocus=xss() x='",
  '";xss();//',
  "';xss();//",
  '"-xss()-"',
  '\u0024{xss()}',
  '<svg><animate onbegin=xss() attributeName=x dur=1s>',
  'javascript:xss()//',
  '&lt;script&gt;xss()&lt;/script&gt;',
  '%3Cscript%3Exss()%3C/script%3E',
  '\\u003cscript\\u003exss()\\u003c/script\\u003e',
  '<style onload=xss()></style>',
  '<audio src onerror=xss()>',
]

/** Three hundred texts, at most 100 characters long: each script with ten ends, from the most to the least likely. */
export const xssPayloads: readonly string[] = evenly(
  product(scripts, htmlEnds).map(([script, end]) => `${end}${script}`),
  300,
)
