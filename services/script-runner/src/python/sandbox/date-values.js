/** Dates in REST objects: strings in ISO 8601 with the methods of java.util.Date. */
const B = Sk.builtin;

const named = /(?:^d|D)ate$/;
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Whether a member of an object is a date. */
py.isDate = (name, value) => typeof value === 'string' && named.test(name) && iso.test(value);

const dateOf = (dateValue) => {
  py.importModule('java.util');
  dateValue.date ??= py.javaDateValues.dateOf(py.javaDateValues.msOf(py.text(dateValue.v)));
  return dateValue.date;
};
const isOfTexts = (name) => B.str.prototype[Sk.fixReserved(name)] !== undefined;

const DateValue = Sk.abstr.buildNativeClass('Moment', {
  constructor: function DateValue() {},
  base: B.str,
  slots: {
    tp$getattr(name, canSuspend) {
      if (name.v.startsWith('__') || isOfTexts(name.v)) return B.str.prototype.tp$getattr.call(this, name, canSuspend);
      return dateOf(this).tp$getattr(name, canSuspend);
    },
  },
});
py.isDateValue = (value) => value instanceof DateValue;

py.dateValue = (text) => {
  const { $mangled, $savedKeyHash } = py.text(text);
  return Object.assign(Object.create(DateValue.prototype), { v: text, $mangled, $savedKeyHash });
};
