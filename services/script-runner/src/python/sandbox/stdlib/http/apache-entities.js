/** Entities of Apache HttpClient, which are the bodies of requests, readers of responses, and Base64. */
const B = Sk.builtin;
py.loadFile('http/apache');

const textIn = (value) => new B.str(value).v;
const charsetOf = (given) =>
  py.isNone(given) ? 'UTF-8' : (/charset=([\w-]+)/.exec(textIn(given))?.[1] ?? textIn(given));
const encoded = (text, charset) => py.invoke(text, 'encode', [py.text(charset), py.text('replace')]);
const isType = (given) => !py.isNone(given) && textIn(given).includes('/');

/** Creates an entity from a string. The default encoding is UTF-8. */
const textEntity = (text, type) => {
  if (!py.isText(text)) py.raise('TypeError', `StringEntity(): 1st arg can't be coerced to String`);
  const charset = charsetOf(isType(type) && !textIn(type).includes('charset') ? undefined : type);
  const named = isType(type) ? textIn(type) : `text/plain; charset=${charset}`;
  return py.entityOf(text.isBytes$ || /^utf-?8$/i.test(charset) ? text : encoded(text, charset), named);
};
const StringEntity = py.define('StringEntity', ['string', 'type?', 'charset?'], (text, type) => textEntity(text, type));
const ByteArrayEntity = py.define('ByteArrayEntity', ['b', 'type?'], (bytes, type) => {
  const isNumbers = bytes instanceof B.list && !(py.ByteArray !== undefined && bytes instanceof py.ByteArray);
  const content = isNumbers
    ? py.fromBytes(bytes.v.map((one) => py.wholeOf(one, 'ByteArrayEntity') & 255))
    : py.contentOf(bytes, 'ByteArrayEntity');
  return py.entityOf(content, isType(type) ? textIn(type) : undefined);
});

const Pair = py.defineClass('org.apache.http.message.BasicNameValuePair', {
  methods: { getName: [[], ({ name }) => name], getValue: [[], ({ value }) => value] },
});
const pair = py.define('BasicNameValuePair', ['name', 'value?'], (name, value) =>
  Object.assign(new Pair(), { name, value: value ?? py.none }),
);
const formEntity = py.define('UrlEncodedFormEntity', ['parameters', 'charset?'], (pairs) => {
  const listed = py.items(pairs).map(({ name, value }) => new B.tuple([name, py.isNone(value) ? py.text('') : value]));
  const content = py.call(py.importModule('urllib').$d.urlencode, new B.list(listed));
  return py.entityOf(content, 'application/x-www-form-urlencoded; charset=UTF-8');
});

const ContentType = py.defineClass('org.apache.http.entity.ContentType', {
  slots: {
    tp$str() {
      return py.text(this.type);
    },
  },
  methods: {
    getMimeType: [[], ({ type }) => py.text(type.split(';')[0])],
    toString: [[], ({ type }) => py.text(type)],
  },
});
const contentType = (type, charset) =>
  Object.assign(new ContentType(), { type: py.isNone(charset) ? type : `${type}; charset=${textIn(charset)}` });
py.offer(ContentType, {
  create: [['type', 'charset?'], (type, charset) => contentType(textIn(type), charset)],
  parse: [['type'], (type) => contentType(textIn(type))],
  APPLICATION_JSON: contentType('application/json; charset=UTF-8'),
  APPLICATION_XML: contentType('application/xml; charset=UTF-8'),
  APPLICATION_FORM_URLENCODED: contentType('application/x-www-form-urlencoded; charset=UTF-8'),
  APPLICATION_OCTET_STREAM: contentType('application/octet-stream'),
  TEXT_PLAIN: contentType('text/plain; charset=UTF-8'),
  TEXT_XML: contentType('text/xml; charset=UTF-8'),
});

const EntityUtils = py.defineClass('org.apache.http.util.EntityUtils', {});
py.offer(EntityUtils, {
  toString: [
    ['entity', 'charset?'],
    ({ content, charset }, otherwise) =>
      py.contentText({ content, charset: charset ?? (py.isNone(otherwise) ? undefined : textIn(otherwise)) }),
  ],
  toByteArray: [['entity'], ({ content }) => content],
  consume: [['entity'], () => undefined],
  consumeQuietly: [['entity'], () => undefined],
});

const bytesOf = (value) =>
  value instanceof B.list ? value.v.map((one) => py.wholeOf(one, 'encode') & 255) : py.bytesOf(value, 'encode');
const Base64 = py.defineClass('org.apache.commons.codec.binary.Base64', {});
const encode = [['bytes'], (bytes) => py.text(py.toBase64(bytesOf(bytes)))];
const decode = [['text'], (text) => py.fromBytesOrText(py.fromBase64(py.textOf(text, 'decodeBase64')))];
py.offer(Base64, { encodeBase64String: encode, encodeBase64: encode, decodeBase64: decode });

py.modules['org.apache.http.entity'] = () => ({ ByteArrayEntity, ContentType, StringEntity });
py.modules['org.apache.http.util'] = () => ({ EntityUtils });
py.modules['org.apache.http.message'] = () => ({ BasicNameValuePair: pair });
py.modules['org.apache.http.client.entity'] = () => ({ UrlEncodedFormEntity: formEntity });
py.modules['org.apache.commons.codec.binary'] = () => ({ Base64 });
