// Sandbox code of every language: the effects of a script, its clock, and its random numbers. It is evaluated first, so
// that all other code uses its clock. It defines one global, which the code of the language takes and removes:
//
// `__effects` → {
//   begin({ journal, purpose })   runs before each run, with the request. Without a journal there are no effects, the
//                                 clock runs, and random numbers have no seed
//   http(order)                   → { value: HttpResponse } or { refused: { type, message } }; an order has the
//                                 members of `httpRequest` in libs/script-protocol/src/effect.ts, except `does` and
//                                 `place`. Only method and url are required
//   sleep(ms)                     integer milliseconds
//   schedule(script, seconds)     recorded; the last call is effective
//   scheduled()                   → the recorded values as JSON for the result; null without a call
//   sleeps()                      → the number of pauses of the run; after each pause, data is requested again
//   random()                      → a number from 0 to 1, derived from the seed if there is one
//   now()                         → milliseconds since 1970, also used by `Date`
//   printedAt()                   → milliseconds since 1970 for the output, which the script cannot read; null without a
//                                   journal
// }
//
// An effect ends the run, which is repeated from its start with the result, and so reaches the same position again. An
// effect that differs from that of the previous run ends the run permanently, even if the script catches the error. An
// invalid effect throws: `NotSupported` without effects, `TypeError` and `RangeError` for a wrong argument.
{
  const { stringify } = JSON;
  const { hasOwn } = Object;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { floor } = Math;
  const { isArray } = Array;
  const { slice, indexOf, lastIndexOf, isWellFormed } = String.prototype;
  const toNumber = parseInt;
  const Refused = Error;
  const WrongType = TypeError;
  const OutOfRange = RangeError;
  const RealDate = Date;
  const realNow = Date.now;
  const realRandom = Math.random;
  const textOfDate = Date.prototype.toString;
  const ask = globalThis.__ask;
  /** Ends the run. If the script catches this, its later code has no effect. */
  const endWith =
    ask === undefined
      ? undefined
      : (text) => {
          ask(text);
          throw new Refused('the run is repeated with the result of its request');
        };
  globalThis.__ask = endWith;

  /** In characters. A longer body is not sent. */
  const maxBody = 1_000_000;
  const maxUrl = 20_000;
  const maxHeaderBytes = 100_000;
  const maxHeaderCount = 200;
  const yearMs = 31_536_000_000;

  /** Returns a random number generator (sfc32): each number uses 53 bits of two values. */
  function createRandom(seed) {
    const part = (index) => toNumber(apply(slice, seed, [index, index + 8]), 16) | 0;
    let a = part(0);
    let b = part(8);
    let c = part(16);
    let count = part(24);
    const next = () => {
      const sum = (((a + b) | 0) + count) | 0;
      count = (count + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      return sum >>> 0;
    };
    for (let round = 0; round < 20; round += 1) next();
    return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
  }

  let run;
  function begin({ journal, purpose }) {
    run = {
      __proto__: null,
      entries: journal?.entries,
      /** The time of a fixed clock; undefined for a running clock. */
      at: journal?.began,
      /** The real time at which the fixed clock was set. */
      setAt: realNow(),
      random: journal === undefined ? realRandom : createRandom(journal.seed),
      place: 0,
      sleeps: 0,
      scheduled: null,
      goesOn: purpose === 'task' || purpose === 'abort' || purpose === 'trial',
    };
  }
  begin({});

  const now = () => run.at ?? realNow();
  const random = () => run.random();
  const printedAt = () => (run.at === undefined ? null : run.at + realNow() - run.setAt);

  function requireThat(isThere, name) {
    if (isThere && endWith !== undefined) return;
    const refusal = new Refused(`${name} is not available here`);
    refusal.name = 'NotSupported';
    throw refusal;
  }

  const upTo = (text, sign) => {
    const end = apply(indexOf, text, [sign]);
    return end < 0 ? text : apply(slice, text, [0, end]);
  };
  /**
   * Returns `https://host/path` for `https://user:word@host/path?query#part`, as `effect.ts` of libs/script-protocol
   * does. It uses the text only.
   */
  function bare(url) {
    const address = upTo(upTo(url, '#'), '?');
    const from = apply(indexOf, address, ['://']) + 3;
    if (from < 3) return address;
    const host = upTo(apply(slice, address, [from]), '/');
    const begin = from + apply(lastIndexOf, host, ['@']) + 1;
    return apply(slice, address, [0, from]) + apply(slice, address, [begin]);
  }

  /** Returns the result of an effect. Ends the run if the result is missing, or belongs to another effect. */
  function replyTo(said, effect) {
    const { entries, place } = run;
    if (place >= entries.length || entries[place].said !== said) endWith(stringify(effect));
    run.place = place + 1;
    run.at = entries[place].at;
    run.setAt = realNow();
    return entries[place].reply;
  }

  const requireText = (value, name, maxLength) => {
    if (typeof value !== 'string') throw new WrongType(`${name} must be a text`);
    if (value.length > maxLength) throw new OutOfRange(`${name} can have at most ${maxLength} characters`);
    return value;
  };

  function bodyOf(input) {
    if (input === undefined || input === null) return null;
    const kind = hasOwn(input, 'text') ? 'text' : 'base64';
    return { [kind]: requireText(input[kind], 'the body of a request', maxBody) };
  }

  function headersOf(input) {
    if (!isArray(input)) return [];
    if (input.length > maxHeaderCount) throw new OutOfRange(`a request can have at most ${maxHeaderCount} headers`);
    let size = 0;
    for (let index = 0; index < input.length; index += 1) {
      size += requireText(input[index][0], 'the name of a header', 1_000).length;
      size += requireText(input[index][1], 'the value of a header', maxHeaderBytes).length;
    }
    if (size > maxHeaderBytes)
      throw new OutOfRange(`the headers of a request can have at most ${maxHeaderBytes} characters`);
    return input;
  }

  /**
   * Returns a reply with its body. A journal contains equal bodies once; later replies have the position of the first
   * one.
   */
  function message({ value, refused }) {
    if (refused !== undefined) return { refused };
    const { body } = value;
    return { value: { ...value, body: hasOwn(body, 'as') ? run.entries[body.as].reply.value.body : body } };
  }

  function http(input) {
    requireThat(run.entries !== undefined, 'HTTP');
    const url = requireText(input.url, 'the address of a request', maxUrl);
    // The transfer would replace unpaired surrogates, and the repeated run would then seem to send another request.
    if (!apply(isWellFormed, url, [])) throw new WrongType('the address of a request must be well-formed Unicode');
    const method = requireText(input.method, 'the method of a request', 20);
    const order = {
      does: 'http',
      place: run.place,
      method,
      url,
      headers: headersOf(input.headers),
      body: bodyOf(input.body),
      timeoutMs: input.timeoutMs ?? null,
      followRedirects: input.followRedirects ?? true,
      verify: input.verify ?? true,
      connection: input.connection ?? null,
      credentials: input.credentials ?? null,
    };
    return message(replyTo(`${method} ${bare(url)}`, order));
  }

  function sleep(ms) {
    requireThat(run.entries !== undefined, 'a pause');
    if (typeof ms !== 'number' || floor(ms) !== ms || ms < 0) throw new WrongType('a pause has whole milliseconds');
    if (ms > yearMs) throw new OutOfRange('a pause may last a year');
    if (ms === 0) return;
    replyTo('sleep', { does: 'sleep', place: run.place, ms });
    run.sleeps += 1;
  }

  function schedule(script, seconds) {
    requireThat(run.entries !== undefined && run.goesOn, 'continuing with another script');
    if (requireText(script, 'the script to continue with', 1_000) === '')
      throw new WrongType('the name of the script to continue with is required');
    if (typeof seconds !== 'number' || !(seconds >= 0))
      throw new WrongType('the time until a script continues must be a number of seconds');
    if (seconds * 1_000 > yearMs) throw new OutOfRange('a script must continue within a year');
    run.scheduled = stringify({ script, seconds });
  }

  globalThis.__effects = {
    begin,
    http,
    sleep,
    schedule,
    scheduled: () => run.scheduled,
    sleeps: () => run.sleeps,
    random,
    now,
    printedAt,
  };

  const put = (target, name, value) =>
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  /**
   * The constructor of a date is the proxy, so that a script cannot find the real constructor, whose clock differs in a
   * repetition.
   */
  const ScriptDate = new Proxy(RealDate, {
    __proto__: null,
    construct: (_, input, made) =>
      construct(RealDate, input.length === 0 ? [now()] : input, made === ScriptDate ? RealDate : made),
    apply: () => apply(textOfDate, construct(RealDate, [now()]), []),
  });
  put(RealDate, 'now', now);
  put(RealDate.prototype, 'constructor', ScriptDate);
  put(globalThis, 'Date', ScriptDate);

  const formats = Intl.DateTimeFormat.prototype;
  const { get: formatOf } = getOwnPropertyDescriptor(formats, 'format');
  const { formatToParts } = formats;
  defineProperty(formats, 'format', {
    __proto__: null,
    get() {
      const format = apply(formatOf, this, []);
      return (date) => format(date ?? now());
    },
    configurable: true,
  });
  put(formats, 'formatToParts', function (date) {
    return apply(formatToParts, this, [date ?? now()]);
  });
}
