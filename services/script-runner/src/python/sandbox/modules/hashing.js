/** The modules hashlib and hmac, with MD5, SHA-1 and SHA-2. */
const B = Sk.builtin;

const { digestOf, hmacOf, sizes, blockOf } = py.hashes;

/** Creates a hash object. `digest` returns the bytes for its input so far. */
const fed = (type, name, digest) => {
  const made = new type();
  Object.assign(made, { algorithm: name, digest, fed: [] });
  return made;
};
const copyOf = (hash) => {
  const made = fed(hash.constructor, hash.algorithm, hash.digest);
  made.fed = hash.fed.slice();
  return made;
};
const feedable = (typeName) =>
  py.defineClass(typeName, {
    getters: {
      name: (hash) => py.text(hash.algorithm),
      digest_size: (hash) => py.number(sizes[hash.algorithm]),
      block_size: (hash) => py.number(blockOf(hash.algorithm)),
    },
    methods: {
      update: [
        ['text'],
        (hash, text) => void Object.assign(hash, { fed: hash.fed.concat(py.bytesOf(text, 'update')) }),
      ],
      digest: [[], (hash) => py.fromBytes(hash.digest(hash.fed))],
      hexdigest: [[], (hash) => py.text(py.toHex(hash.digest(hash.fed)))],
      copy: [[], copyOf],
    },
  });
const Hash = feedable('hashlib.HASH');
const Hmac = feedable('hmac.HMAC');

const hashing = (name, text) => {
  const hash = fed(Hash, name, (bytes) => digestOf(name, bytes));
  if (text !== undefined) hash.fed = py.bytesOf(text, name);
  return hash;
};

const algorithmOf = (name) => {
  const plain = py.textOf(name, 'new').toLowerCase().replace('-', '');
  if (!Object.hasOwn(sizes, plain)) py.raise('ValueError', `unsupported hash type ${name.v}`);
  return plain;
};

py.modules.hashlib = () => {
  const names = { new: py.define('new', ['name', 'text?'], (name, text) => hashing(algorithmOf(name), text)) };
  for (const name of Object.keys(sizes)) names[name] = py.define(name, ['text?'], (text) => hashing(name, text));
  names.algorithms = new B.tuple(Object.keys(sizes).map(py.text));
  return { ...names, [Sk.fixReserved('new')]: names.new };
};

const algorithmBehind = (maker) => {
  if (maker === undefined || py.isNone(maker)) return 'md5';
  return py.isText(maker) ? algorithmOf(maker) : py.call(maker).algorithm;
};

const sameText = (left, right) => {
  const [a, b] = [py.bytesOf(left, 'compare_digest'), py.bytesOf(right, 'compare_digest')];
  let differing = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) differing |= a[at] ^ (b[at] ?? 0);
  return py.bool(differing === 0);
};

py.modules.hmac = () => {
  const make = py.define('new', ['key', 'msg?', 'digestmod?'], (key, message, maker) => {
    const [name, secret] = [algorithmBehind(maker), py.bytesOf(key, 'new')];
    const hash = fed(Hmac, name, (bytes) => hmacOf(name, secret, bytes));
    if (!py.isNone(message)) hash.fed = py.bytesOf(message, 'new');
    return hash;
  });
  return {
    [Sk.fixReserved('new')]: make,
    HMAC: make,
    compare_digest: py.define('compare_digest', ['a', 'b'], sameText),
  };
};
