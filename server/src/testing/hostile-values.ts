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
  ...[null, true, false, 0, -1, 1.5, -0.0001, 1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE],
  ...[[], [null], [[[]]], ['a', 'b'], Array(5_000).fill(0)],
  ...[{}, { length: 3 }, { toString: 'x', valueOf: null }, { a: { b: { c: {} } } }],
]

/** Bodies that are not the JSON of a form: [content type, body]. */
export const hostileBodies: readonly (readonly [type: string, body: string | Buffer])[] = [
  ['application/json', ''],
  ['application/json', '{'],
  ['application/json', '{"a":1,}'],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"teks"'],
  ['application/json', '1e999'],
  ['application/json', nested(20_000, '[', ']')],
  ['application/json', nested(5_000, '{"a":', '}').replace(':}', ':1}')],
  ['application/json', '{"__proto__":{"isAdmin":true}}'],
  ['application/json', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['application/json', '{"name":"\\ud800"}'],
  ['application/json', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['application/json', `{"name":"${'x'.repeat(1_100_000)}"}`],
  ['application/json; charset=utf-16', '{}'],
  ['application/json; charset="', '{}'],
  ['application/merge-patch+json', '{}'],
  ['text/plain', 'teks'],
  ['application/xml', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/x-www-form-urlencoded', 'name=a&name=b'],
  ['application/octet-stream', Buffer.alloc(1_000, 0xff)],
  [',', 'x'],
  ['*/*', 'x'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  ['multipart/form-data; boundary=b', ''],
  ['multipart/form-data; boundary=b', '--b--'],
  ['multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nx'],
  ['multipart/form-data; boundary=b', `--b\r\n${'x: y\r\n'.repeat(3_000)}\r\nx\r\n--b--\r\n`],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="image"; filename="a\0.png"\r\ncontent-type: image/png\r\n\r\nPNG\r\n--b--\r\n',
  ],
  [`multipart/form-data; boundary=${'b'.repeat(3_000)}`, 'x'],
  [
    'multipart/form-data; boundary=b',
    Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n'),
      Buffer.from([0xff, 0xfe, 0x00, 0xc0]),
      Buffer.from('\r\n--b--\r\n'),
    ]),
  ],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a[b][]"\r\n\r\nx\r\n--b--\r\n'],
]
