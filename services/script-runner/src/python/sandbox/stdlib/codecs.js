/** codecs: the string methods as functions, and files of the script. */
const bytesMark = '\u00ef\u00bb\u00bf';
const asMethod = (name) =>
  py.define(name, ['obj', 'encoding?', 'errors?'], (text, ...given) =>
    Sk.misceval.callsimArray(
      Sk.abstr.gattr(text, py.text(name)),
      given.filter((one) => !py.isNone(one)),
    ),
  );
py.modules.codecs = () => ({
  encode: asMethod('encode'),
  decode: asMethod('decode'),
  open: py.define('open', ['filename', 'mode?', 'encoding?', 'errors?', 'buffering?'], (path, mode) =>
    py.openFile(path, mode, 'codecs.open'),
  ),
  BOM_UTF8: py.bytes(bytesMark),
});
