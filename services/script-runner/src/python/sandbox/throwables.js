/** Exceptions of Java. REST errors derive from them, and scripts can raise and catch others by their class. */
const B = Sk.builtin;

const Throwable = py.defineError('Throwable', B.RuntimeError);
const Exception = py.defineError('Exception', Throwable);
const RuntimeException = py.defineError('RuntimeException', Exception);
py.throwables = { Throwable, Exception, RuntimeException, Error: py.defineError('Error', Throwable) };

const messageOf = (error) => (error.args.v.length === 0 ? py.none : py.text(new B.str(error.args.v[0]).v));
const asText = (error) => {
  const { type, message } = py.describe(error);
  return message === '' ? type : `${type}: ${message}`;
};
const methods = {
  getMessage: [[], messageOf],
  getLocalizedMessage: [[], messageOf],
  getCause: [[], (error) => error.args.v[1]],
  toString: [[], (error) => py.text(asText(error))],
  printStackTrace: [
    ['writer?'],
    (error, writer) => {
      if (py.isNone(writer)) return py.write(`${asText(error)}\n`);
      return py.call(writer.tp$getattr(py.text('write')), py.text(`${asText(error)}\n`));
    },
  ],
};
for (const [name, [parameters, does]] of Object.entries(methods)) py.addMethod(Throwable, name, parameters, does);

/** Unchecked exceptions derive from RuntimeException, all others from Exception. */
const unchecked =
  /^(?:java\.(?:lang|util)\.(?!ClassNotFound|CloneNotSupported|Interrupted|NoSuch(?:Field|Method)|Timeout)\w+|com\..*)Exception$/;
const branchOf = (path) => {
  if (path.endsWith('Error')) return py.throwables.Error;
  return unchecked.test(path) ? RuntimeException : Exception;
};

/** Base classes of exceptions, for scripts that catch the base class. */
const parents = new Map([
  ['java.lang.NumberFormatException', 'java.lang.IllegalArgumentException'],
  ['java.lang.StringIndexOutOfBoundsException', 'java.lang.IndexOutOfBoundsException'],
  ['java.net.ConnectException', 'java.io.IOException'],
  ['java.net.MalformedURLException', 'java.io.IOException'],
  ['java.net.SocketException', 'java.io.IOException'],
  ['java.net.SocketTimeoutException', 'java.io.IOException'],
  ['java.net.UnknownHostException', 'java.io.IOException'],
  ['java.nio.charset.UnsupportedCharsetException', 'java.lang.IllegalArgumentException'],
  ['java.security.InvalidKeyException', 'java.security.GeneralSecurityException'],
  ['java.security.NoSuchAlgorithmException', 'java.security.GeneralSecurityException'],
  ['java.util.InputMismatchException', 'java.util.NoSuchElementException'],
  ['java.util.regex.PatternSyntaxException', 'java.lang.IllegalArgumentException'],
  ['org.apache.http.client.ClientProtocolException', 'java.io.IOException'],
]);
const known = new Map();
const maxKnown = 200;
/**
 * Returns a Java exception class by its full name, which scripts use to catch or raise it. Undefined if the name is not
 * that of an exception.
 */
py.standIn = (path) => {
  const name = /^(?:java|javax|org|com)(?:\.\w+)+\.([A-Z]\w*(?:Exception|Error))$/.exec(path)?.[1];
  if (name === undefined) return undefined;
  if (!known.has(path)) {
    if (known.size >= maxKnown) return undefined;
    const parent = parents.get(path);
    known.set(path, py.defineError(name, parent === undefined ? branchOf(path) : py.standIn(parent)));
  }
  return known.get(path);
};
