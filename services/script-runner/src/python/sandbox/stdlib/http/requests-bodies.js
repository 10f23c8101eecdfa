/** Request bodies of `requests`: forms, JSON, files; and query parameters. */
const B = Sk.builtin;
py.loadFile('http/transport');

const textIn = (value) => new B.str(value).v;
const isMany = (value) => value instanceof B.list || value instanceof B.tuple || value instanceof B.set;
const isPairs = (value) => value instanceof B.dict || isMany(value);
/** Returns pairs of names and values in order. A list gives one pair for each value; None is omitted. */
const pairsOf = (given) => {
  const pairs = given instanceof B.dict ? given.$items() : py.items(given).map((pair) => py.items(pair));
  return pairs.flatMap(([name, value]) => {
    const values = isMany(value) ? py.items(value) : [value];
    return values.filter((one) => !py.isNone(one)).map((one) => [name, one]);
  });
};
const formOf = (given) => {
  const listed = new B.list(pairsOf(given).map((pair) => new B.tuple(pair)));
  return textIn(py.call(py.importModule('urllib').$d.urlencode, listed));
};

const reserved = "!#$%&'()*+,/:;=?@[]~";
/** Returns an address with query parameters, percent-encoded. */
py.urlWithParams = (url, params) => {
  const more = py.isNone(params) ? '' : isPairs(params) ? formOf(params) : textIn(params);
  const [address, fragment] = url.includes('#')
    ? [url.slice(0, url.indexOf('#')), url.slice(url.indexOf('#'))]
    : [url, ''];
  const mark = address.includes('?') ? '&' : '?';
  const whole = more === '' ? address + fragment : address + mark + more + fragment;
  return py.quoted(py.text(whole), reserved);
};

const raw = (content) => (content.isBytes$ ? content.v : py.fromBytes(py.bytesOf(content, 'files')).v);
const fileOf = (name, given) => {
  const [filename, content, type] = isMany(given) ? py.items(given) : [undefined, given, undefined];
  const own = py.isText(given) || isMany(given) ? undefined : py.attribute(given, 'name');
  const called = filename ?? (py.isText(own) ? py.text(own.v.slice(own.v.lastIndexOf('/') + 1)) : name);
  return {
    called: textIn(called),
    content: py.contentOf(content, 'files') ?? py.text(''),
    type: py.isNone(type) ? undefined : textIn(type),
  };
};
const plain = (text) => text.replace(/["\r\n]/g, '_');
const boundaryOf = () => Array.from({ length: 32 }, () => Math.floor(py.effects.random() * 16).toString(16)).join('');

/** Encodes files and fields as `multipart/form-data`. */
const multipart = (files, data) => {
  const boundary = boundaryOf();
  const head = (name, more) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${plain(textIn(name))}"${more}\r\n\r\n`;
  const fields = py.isNone(data) ? [] : pairsOf(data).map(([name, value]) => [head(name, ''), py.text(textIn(value))]);
  const listed = files instanceof B.dict ? files.$items() : py.items(files).map((pair) => py.items(pair));
  const sent = listed.map(([name, given]) => {
    const { called, content, type } = fileOf(name, given);
    const typed = type === undefined ? '' : `\r\nContent-Type: ${plain(type)}`;
    return [head(name, `; filename="${plain(called)}"${typed}`), content];
  });
  const body = [...fields, ...sent].map(([before, content]) => `${raw(py.text(before))}${raw(content)}\r\n`).join('');
  const bytes = Array.from(`${body}--${boundary}--\r\n`, (unit) => unit.charCodeAt(0));
  return { content: py.fromBytesOrText(bytes), type: `multipart/form-data; boundary=${boundary}` };
};

/** Returns the body and, if known, its type: `{ content, type }`. */
py.requestsBody = ({ data, json, files }) => {
  const isThere = (value) => !py.isNone(value) && Sk.misceval.isTrue(value);
  if (isThere(files)) return multipart(files, data);
  if (isThere(data) && isPairs(data))
    return { content: py.text(formOf(data)), type: 'application/x-www-form-urlencoded' };
  if (isThere(data)) return { content: py.contentOf(data, 'data') };
  if (py.isNone(json)) return { content: undefined };
  return { content: py.call(py.importModule('json').$d.dumps, json), type: 'application/json' };
};
