/** sets: the module from before Python had a built-in set type. */
const B = Sk.builtin;

const like = (name, base) =>
  Sk.abstr.buildNativeClass(name, {
    constructor: function LegacySet(items) {
      base.call(this, items);
    },
    base,
    slots: {
      $r() {
        return py.text(`${name}([${py.items(this).map(Sk.misceval.objectRepr).join(', ')}])`);
      },
    },
  });

const classes = { Set: like('Set', B.set), ImmutableSet: like('ImmutableSet', B.frozenset) };
py.modules.sets = () => classes;
