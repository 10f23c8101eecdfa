/** Reads and writes one value of the state of a view as URL parameters. */
export interface UrlParam<Value> {
  /** Returns the value in a URL; the default if the value is missing or invalid. */
  read(params: URLSearchParams): Value;
  /** Returns the URL parameters of a value; none for the default. */
  write(value: Value): readonly (readonly [name: string, text: string])[];
}

export const textParam = (name: string): UrlParam<string> => ({
  read: (params) => params.get(name) ?? '',
  write: (text) => (text === '' ? [] : [[name, text]]),
});

/** An optional text, such as a page key; null by default. */
export const optionalParam = (name: string): UrlParam<string | null> => ({
  read: (params) => params.get(name) || null,
  write: (text) => (text === null ? [] : [[name, text]]),
});

export const flagParam = (name: string): UrlParam<boolean> => ({
  read: (params) => params.has(name),
  write: (isOn) => (isOn ? [[name, 'yes']] : []),
});

/** One of several texts. The first one is the default. */
export const choiceParam = <const Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): UrlParam<Choice> => ({
  read: (params) => choices.find((choice) => choice === params.get(name)) ?? choices[0],
  write: (choice) => (choice === choices[0] ? [] : [[name, choice]]),
});

/** Returns the number in a text; null if the text is not a number of at most six digits. */
const parseOffset = (text: string | null): number | null => (/^\d{1,6}$/.test(text ?? '') ? Number(text) : null);

/** The number of rows before a page, rounded down to a multiple of `step`. The default is 0. */
export const offsetParam = (name: string, step = 1): UrlParam<number> => ({
  read: (params) => Math.floor((parseOffset(params.get(name)) ?? 0) / step) * step,
  write: (from) => (from > 0 ? [[name, String(from)]] : []),
});

/** An optional number of rows before a page; null by default. */
export const optionalOffsetParam = (name: string): UrlParam<number | null> => ({
  read: (params) => parseOffset(params.get(name)),
  write: (from) => (from === null ? [] : [[name, String(from)]]),
});

/** Returns the path with these query parameters. */
export const withParams = (path: string, params: URLSearchParams): string =>
  params.size === 0 ? path : `${path}?${params}`;

/** Converts between the state of a view and its URL. */
export interface UrlState<State> {
  /** Returns the state of a URL. Ignores unknown parameters and invalid values. */
  parse(params: URLSearchParams): State;
  /** Returns the URL of a state, without default values. */
  url(path: string, state: State): string;
  /** Returns the query parameters of a state, in the order of the schema. */
  params(state: State): URLSearchParams;
}

/** The type of the state. */
export type StateOf<View> = View extends UrlState<infer State> ? State : never;

type Schema = Readonly<Record<string, UrlParam<unknown>>>;
type StateFrom<Params extends Schema> = {
  readonly [Name in keyof Params]: Params[Name] extends UrlParam<infer Value> ? Value : never;
};

/** Creates the converter of a schema. `normalize` removes values that are invalid in combination with others. */
export function urlState<Params extends Schema>(
  schema: Params,
  normalize: (state: StateFrom<Params>) => StateFrom<Params> = (state) => state,
): UrlState<StateFrom<Params>> {
  type State = StateFrom<Params>;
  const entries = Object.entries<UrlParam<unknown>>(schema);
  const parse = (params: URLSearchParams): State => {
    const values: readonly (readonly unknown[])[] = entries.map(([name, param]) => [name, param.read(params)]);
    return normalize(Object.fromEntries(values));
  };
  const formatParams = (state: State): URLSearchParams => {
    const values = new Map<string, unknown>(Object.entries(normalize(state)));
    return new URLSearchParams(
      entries.flatMap(([name, param]) => param.write(values.get(name)).map(([key, text]) => [key, text])),
    );
  };
  return { parse, params: formatParams, url: (path, state) => withParams(path, formatParams(state)) };
}
