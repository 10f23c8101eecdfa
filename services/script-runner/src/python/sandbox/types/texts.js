/** String methods that skulpt lacks or implements differently. */
const B = Sk.builtin;

const replaced = (name, parameters, does) => {
  const plain = B.str.prototype[name];
  py.addMethod(B.str, name, parameters, (text, ...given) =>
    does(text, (...args) => py.call(plain, text, ...args), ...given),
  );
};

for (const name of ['partition', 'rpartition']) {
  replaced(name, ['sep'], (_, plain, separator) => {
    if (separator.v === '') py.raise('ValueError', 'empty separator');
    return plain(separator);
  });
}

replaced('center', ['width', 'fillchar?'], ({ v: text }, plain, width, fill) => {
  const missing = py.wholeOf(width, 'center') - text.length;
  if (missing <= 0 || (fill !== undefined && fill.v?.length !== 1)) return plain(width, ...(fill ? [fill] : []));
  const unit = fill?.v ?? ' ';
  const left = Math.floor(missing / 2) + (missing & Number(width.v) & 1);
  return py.text(unit.repeat(left) + text + unit.repeat(missing - left));
});

replaced('expandtabs', ['tabsize?'], ({ v: text }, plain, size) => {
  if (size !== undefined && py.wholeOf(size, 'expandtabs') <= 0) return py.text(text.replaceAll('\t', ''));
  return plain(...(size ? [size] : []));
});

replaced('replace', ['old', 'new', 'count?'], (text, plain, old, by, count) => {
  if (text.v === '' && old.v === '' && count !== undefined && Number(count.v) >= 0) return text;
  return plain(old, by, ...(count ? [count] : []));
});

replaced('rsplit', ['sep?', 'maxsplit?'], ({ v: text }, plain, separator, limit) => {
  if (py.isNone(separator) || separator.v === '')
    return plain(...[separator, limit].filter((one) => one !== undefined));
  const by = py.textOf(separator, 'rsplit');
  const most = limit === undefined ? -1 : py.wholeOf(limit, 'rsplit');
  const parts = [];
  let end = text.length;
  while (parts.length !== Math.max(most, -1) && end >= by.length) {
    const at = text.lastIndexOf(by, end - by.length);
    if (at === -1) break;
    parts.unshift(text.slice(at + by.length, end));
    end = at;
  }
  return new B.list([text.slice(0, end), ...parts].map(py.text));
});
