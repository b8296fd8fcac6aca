/** Values that programs often handle wrongly. */
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** PostgreSQL stores none of them. */
export const unstorableTexts: readonly string[] = ['\0', 'a\0b', '\ud800', 'x\udfffy']

export const hostileTexts: readonly string[] = [
  ...unstorableTexts,
  ...['', ' \t\n', '\ud83d\ude00'.repeat(50), '\u202eterbalik', '\u2028\u2029\ufeff', 'e\u0301'.repeat(300), 'İıſK'],
  ...['a'.repeat(501), 'x'.repeat(40_000), '\r\n\r\nHTTP/1.1 200 OK', "'; drop table products; --", '\\', '%', '%00'],
  ...['%c0%af', '{{7*7}}', '<script>alert(1)</script>', '../../../etc/passwd', '__proto__', 'constructor'],
  ...['NaN', '-1', '-0', '0', '1e3', '0x10', '1.5', '٣', '2147483648', '9223372036854775808', '9'.repeat(400)],
  ...['null', 'undefined', 'true', '[]', '2026-02-30', '20000-01-01', '9999-12-31', '0001-01-01'],
  ...['2026-11-20T00:00:00Z', '00000000-0000-0000-0000-000000000000'],
]

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...[undefined, null, true, false, 0, -1, 1.5, -0.0001, 1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE],
  ...[[], [null], [[[]]], ['a', 'b'], Array(5_000).fill(0)],
  ...[{}, { length: 3 }, { toString: 'x', valueOf: null }, { a: { b: { c: {} } } }, new Blob(['teks'])],
]

const part = (header: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${header}\r\n\r\n${content}\r\n--b--\r\n`

const bodiesByType: Record<string, (string | Buffer)[]> = {
  'application/json': [
    ...[
      '',
      '{',
      '{"a":1,}',
      'null',
      '[]',
      '"teks"',
      '1e999',
      '{"name":"\\ud800"}',
      `{"name":"${'x'.repeat(1_100_000)}"}`,
    ],
    ...[nested(20_000, '[', ']'), nested(5_000, '{"a":', '}').replace(':}', ':1}'), Buffer.from('22fffe22', 'hex')],
    ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ],
  'application/json; charset=utf-16': ['{}'],
  'application/json; charset="': ['{}'],
  'application/merge-patch+json': ['{}'],
  'text/plain': ['teks'],
  'application/xml': ['<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  'application/x-www-form-urlencoded': ['name=a&name=b'],
  'application/octet-stream': [Buffer.alloc(1_000, 0xff)],
  ',': ['x'],
  '*/*': ['x'],
  'multipart/form-data': ['x'],
  'multipart/form-data; boundary=': ['x'],
  [`multipart/form-data; boundary=${'b'.repeat(3_000)}`]: ['x'],
  'multipart/form-data; boundary=b': [
    ...['', '--b--', '--b\r\n\r\nx\r\n--b--\r\n', `--b\r\n${'x: y\r\n'.repeat(3_000)}\r\nx\r\n--b--\r\n`],
    ...['x="y"', 'name="__proto__"', 'name="a[b][]"'].map((header) => part(header, 'x')),
    part('name="image"; filename="a\0.png"\r\ncontent-type: image/png', 'PNG'),
    part('name="name"', 'x').replace('\r\n--b--\r\n', ''),
    Buffer.from(part('name="name"', '\xff\xfe\0\xc0'), 'latin1'),
    part('name="name"', 'x').replace('--b--', part('name="name"', 'y')),
  ],
}

/** Bodies that are not those of a form, with their content types. */
export const hostileBodies = Object.entries(bodiesByType).flatMap(([type, bodies]) =>
  bodies.map((body) => ({ type, body })),
)
