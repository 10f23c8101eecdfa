/** bytearray: a mutable sequence of bytes. Its items are numbers. */
const B = Sk.builtin;

const byteOf = (value) => {
  if (py.isText(value) && value.v.length === 1) return py.number(py.bytesOf(value, 'bytearray')[0]);
  if (!(value instanceof B.int_)) py.raise('TypeError', 'an integer or string of size 1 is required');
  const byte = Number(value.v);
  return byte >= 0 && byte < 256 ? value : py.raise('ValueError', 'byte must be in range(0, 256)');
};
const bytesIn = (given) => {
  if (py.isText(given)) return py.bytesOf(given, 'bytearray').map(py.number);
  if (given instanceof B.int_) return Array.from({ length: py.wholeOf(given, 'bytearray') }, () => py.number(0));
  return py.items(given).map(byteOf);
};
const asText = (bytes) => py.fromBytes(bytes.v.map((byte) => Number(byte.v)));

const ByteArray = Sk.abstr.buildNativeClass('bytearray', {
  constructor: function ByteArray(items) {
    B.list.call(this, items);
  },
  base: B.list,
  slots: {
    tp$init(args) {
      B.list.prototype.tp$init.call(this, [new B.list(args.length === 0 ? [] : bytesIn(args[0]))], []);
    },
    tp$str() {
      return asText(this);
    },
    $r() {
      return py.text(`bytearray(b${asText(this).$r().v})`);
    },
    tp$richcompare(other, op) {
      const left = py.isText(other) ? asText(this) : new B.list(this.v);
      const right = other instanceof ByteArray ? new B.list(other.v) : other;
      return left.tp$richcompare(right, op);
    },
    nb$add(other) {
      return arrayOf([...this.v, ...bytesIn(other)]);
    },
    mp$subscript(key) {
      const found = B.list.prototype.mp$subscript.call(this, key);
      return found instanceof B.list ? arrayOf(found.v) : found;
    },
    mp$ass_subscript(key, value) {
      const isOne = value !== undefined && key instanceof B.int_;
      const bytes = value === undefined || isOne ? value : new B.list(bytesIn(value));
      B.list.prototype.mp$ass_subscript.call(this, key, isOne ? byteOf(value) : bytes);
    },
  },
});
const arrayOf = (items) => new ByteArray(items);

const methods = {
  append: [['item'], (bytes, item) => void bytes.v.push(byteOf(item))],
  decode: [
    ['encoding?', 'errors?'],
    (bytes, ...how) =>
      py.call(Sk.abstr.gattr(asText(bytes), py.text('decode')), ...how.filter((one) => one !== undefined)),
  ],
  extend: [['items'], (bytes, items) => void bytes.v.push(...bytesIn(items))],
};
for (const [name, [parameters, does]] of Object.entries(methods)) py.addMethod(ByteArray, name, parameters, does);
py.ByteArray = ByteArray;
