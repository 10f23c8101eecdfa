/** Responses for Python's own libraries: the headers as a message, the body as a file. */
const B = Sk.builtin;
py.loadFile('http/transport');

const textIn = (value) => new B.str(value).v;
const lowered = (name) => name.toLowerCase();

/** Headers as in Python 2: names are in lower case, lookups ignore case. */
const Message = Sk.abstr.buildNativeClass('httplib.HTTPMessage', {
  constructor: function Message(pairs) {
    B.dict.call(
      this,
      py.joinedHeaders(pairs, lowered).flatMap(([name, value]) => [py.text(lowered(name)), py.text(value)]),
    );
    this.pairs = pairs;
  },
  base: py.Headers,
  slots: {
    tp$str() {
      return py.text(this.pairs.map(([name, value]) => `${name}: ${value}\r\n`).join(''));
    },
  },
});
const valuesOf = ({ pairs }, name) =>
  pairs.filter(([one]) => lowered(one) === lowered(textIn(name))).map(([, value]) => value);
const typeOf = (message) => valuesOf(message, 'content-type')[0] ?? 'text/plain';
const parameterIn = (message, name) => new RegExp(`;\\s*${name}=["']?([^"';]*)`, 'i').exec(typeOf(message))?.[1];
const methods = {
  getheader: [
    ['name', 'default?'],
    (message, name, otherwise) => message.mp$lookup(py.text(lowered(textIn(name)))) ?? otherwise,
  ],
  getheaders: [['name'], (message, name) => py.toPython(valuesOf(message, name))],
  getallmatchingheaders: [
    ['name'],
    (message, name) => py.toPython(valuesOf(message, name).map((value) => `${textIn(name)}: ${value}\r\n`)),
  ],
  gettype: [[], (message) => py.text(lowered(typeOf(message).split(';')[0].trim()))],
  getmaintype: [[], (message) => py.text(lowered(typeOf(message).split('/')[0].trim()))],
  getparam: [
    ['name'],
    (message, name) =>
      /^[\w-]{1,50}$/.test(textIn(name)) ? py.toPython(parameterIn(message, textIn(name)) ?? null) : undefined,
  ],
  getplist: [
    [],
    (message) =>
      py.toPython(
        typeOf(message)
          .split(';')
          .slice(1)
          .map((part) => part.trim()),
      ),
  ],
};
for (const [name, [parameters, does]] of Object.entries(methods)) py.addMethod(Message, name, parameters, does);
const messageMembers = {
  headers: (message) => py.toPython(message.pairs.map(([name, value]) => `${name}: ${value}\r\n`)),
  dict: (message) => new B.dict(message.$items().flat()),
  type: (message) => py.text(lowered(typeOf(message).split(';')[0].trim())),
};
Message.prototype.tp$getattr = function getattr(name, canSuspend) {
  if (Object.hasOwn(messageMembers, name.v)) return messageMembers[name.v](this);
  return py.Headers.prototype.tp$getattr.call(this, name, canSuspend);
};
py.messageOf = (pairs) => new Message(pairs);

const taken = (file, to) => {
  const part = py.partOf(file.content, file.at, to);
  file.at += part.v.length;
  return part;
};
const lineEnd = ({ content, at }) => {
  const end = content.v.indexOf('\n', at);
  return end < 0 ? content.v.length : end + 1;
};
const linesOf = (file) => {
  const lines = [];
  while (file.at < file.content.v.length) lines.push(taken(file, lineEnd(file)));
  return lines;
};
const upTo = (file, size) => {
  const count = py.isNone(size) ? -1 : py.wholeOf(size, 'read');
  return count < 0 ? undefined : file.at + count;
};

/** Methods that read a body as a file. `content` is the body, `at` the current position. */
py.reading = {
  read: [['amt?'], (file, size) => taken(file, upTo(file, size))],
  readline: [['limit?'], (file) => taken(file, lineEnd(file))],
  readlines: [['hint?'], (file) => new B.list(linesOf(file))],
  close: [[], () => undefined],
  fileno: [[], () => py.number(-1)],
  __enter__: [[], (file) => file],
  __exit__: [['type?', 'value?', 'trace?'], () => undefined],
};
py.readingSlots = {
  tp$iter() {
    return Sk.abstr.iter(new B.list(linesOf(this)));
  },
};
const Stream = py.defineClass('file', { slots: py.readingSlots, methods: py.reading });
py.streamOf = (content) => Object.assign(new Stream(), { content, at: 0 });
