/** The forms to time. A browser escapes brackets; other clients often do not. */
const nested = [
  ['user[name]', 'Ada Lovelace'],
  ['user[email]', 'ada@example.com'],
  ['user[address][street]', "12 St James's Square"],
  ['user[address][city]', 'London & Westminster'],
  ['token', 'x7f8a6s5d4f'],
];
for (let index = 0; nested.length < 37; index++) {
  nested.push([`list[${index}][name]`, `value ${index}`], ['a[b][]', `value ${index}`]);
}

const escape = (text) => encodeURIComponent(text).replaceAll('%20', '+');
const form = (pairs, name = escape) =>
  pairs.map(([key, text]) => `${name(key)}=${escape(text)}`).join('&');
const numbered = (count, text) =>
  Array.from({ length: count }, (_, index) => text(index)).join('&');

export const forms = {
  'nested, 37 fields, escaped brackets': form(nested),
  'nested, 37 fields, plain brackets': form(nested, (name) => name),
  'nested, 3 fields': form(nested.slice(2, 5)),
  'flat, 5 fields': 'name=Ada+Lovelace&email=ada%40example.com&city=London&age=36&agree=on',
  'flat, 40 fields': numbered(40, (index) => `field_name_${index}=value+number+${index}`),
  'flat, 900 fields, nothing escaped': numbered(900, (index) => `key${index}=value${index}`),
};
