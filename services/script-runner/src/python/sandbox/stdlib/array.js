/** array: a list of numbers or characters of one type. */
const B = Sk.builtin;

const sizes = { c: 1, b: 1, B: 1, u: 4, h: 2, H: 2, i: 4, I: 4, l: 8, L: 8, f: 4, d: 8 };
const isReal = (code) => code === 'f' || code === 'd';
const isLetter = (code) => code === 'c' || code === 'u';
const bounds = (code) => {
  const bits = BigInt(sizes[code] * 8);
  return code === code.toUpperCase() ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
};
const checked = (code, value) => {
  if (isLetter(code)) {
    if (py.isText(value) && value.v.length === 1) return value;
    return py.raise('TypeError', 'array item must be char');
  }
  if (isReal(code)) return value instanceof B.float_ ? value : py.call(B.float_, value);
  if (!(value instanceof B.int_)) py.raise('TypeError', 'an integer is required');
  const [least, most] = bounds(code);
  if (BigInt(value.v) < least || BigInt(value.v) > most)
    throw new B.OverflowError(`value is ${BigInt(value.v) < least ? 'less than minimum' : 'greater than maximum'}`);
  return value;
};

const texted = (code, items) => {
  if (isLetter(code)) return items.map((item) => item.v).join('');
  if (sizes[code] === 1) return items.map((item) => String.fromCharCode(Number(item.v) & 255)).join('');
  const view = new DataView(new ArrayBuffer(sizes[code] * items.length));
  const whole = { 2: 'Int16', 4: 'Int32', 8: 'BigInt64' }[sizes[code]];
  const write = code === 'f' ? 'setFloat32' : code === 'd' ? 'setFloat64' : `set${whole}`;
  items.forEach((item, at) => {
    const value = sizes[code] === 8 && !isReal(code) ? BigInt.asIntN(64, BigInt(item.v)) : Number(item.v);
    view[write](at * sizes[code], value, true);
  });
  return Array.from({ length: view.byteLength }, (_, at) => String.fromCharCode(view.getUint8(at))).join('');
};
const itemsOf = (code, given) => {
  if (given === undefined) return [];
  if (!py.isText(given)) return py.items(given).map((item) => checked(code, item));
  if (isLetter(code)) return [...given.v].map(py.text);
  if (sizes[code] !== 1) py.raise('NotImplementedError', 'only arrays with items of one byte are supported');
  return py.bytesOf(given, 'array').map((byte) => py.number(code === 'b' && byte > 127 ? byte - 256 : byte));
};

const PyArray = Sk.abstr.buildNativeClass('array.array', {
  constructor: function PyArray(items) {
    B.list.call(this, items);
  },
  base: B.list,
  slots: {
    tp$init(args) {
      const code = py.textOf(args[0], 'array');
      if (!Object.hasOwn(sizes, code))
        py.raise('ValueError', 'bad typecode (must be c, b, B, u, h, H, i, I, l, L, f or d)');
      this.code = code;
      B.list.prototype.tp$init.call(this, [new B.list(itemsOf(code, args[1]))], []);
    },
    $r() {
      if (this.v.length === 0) return py.text(`array('${this.code}')`);
      const inside = isLetter(this.code) ? py.text(texted(this.code, this.v)).$r().v : new B.list(this.v).$r().v;
      return py.text(`array('${this.code}', ${inside})`);
    },
  },
  getsets: {
    typecode: {
      $get() {
        return py.text(this.code);
      },
    },
    itemsize: {
      $get() {
        return py.number(sizes[this.code]);
      },
    },
  },
});
const methods = {
  append: [['x'], (array, item) => void array.v.push(checked(array.code, item))],
  extend: [['items'], (array, items) => void array.v.push(...itemsOf(array.code, items))],
  fromlist: [['items'], (array, items) => void array.v.push(...itemsOf(array.code, items))],
  fromstring: [['text'], (array, text) => void array.v.push(...itemsOf(array.code, text))],
  tolist: [[], (array) => new B.list(array.v.slice())],
  tostring: [[], (array) => py.bytes(texted(array.code, array.v))],
};
for (const [name, [parameters, does]] of Object.entries(methods)) py.addMethod(PyArray, name, parameters, does);

py.modules.array = () => ({ array: PyArray, ArrayType: PyArray });
