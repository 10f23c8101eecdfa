/** A part of the state of a view, in parameters of its address. */
export interface UrlParam<Value> {
  /** The value in an address; the default if it is absent or invalid. */
  read(params: URLSearchParams): Value;
  /** The parameters of a value; none for the default. */
  write(value: Value): readonly (readonly [name: string, text: string])[];
}

export const textParam = (name: string): UrlParam<string> => ({
  read: (params) => params.get(name) ?? '',
  write: (text) => (text === '' ? [] : [[name, text]]),
});

/** A text, such as the key of a page; null: none. */
export const optionalParam = (name: string): UrlParam<string | null> => ({
  read: (params) => params.get(name) || null,
  write: (text) => (text === null ? [] : [[name, text]]),
});

export const flagParam = (name: string): UrlParam<boolean> => ({
  read: (params) => params.has(name),
  write: (isOn) => (isOn ? [[name, 'yes']] : []),
});

/** One of some texts, of which the first is the default. */
export const choiceParam = <const Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): UrlParam<Choice> => ({
  read: (params) => choices.find((choice) => choice === params.get(name)) ?? choices[0],
  write: (choice) => (choice === choices[0] ? [] : [[name, choice]]),
});

/** The number in a text; null: it is invalid. */
const parseOffset = (text: string | null): number | null => (/^\d{1,6}$/.test(text ?? '') ? Number(text) : null);

/** The number of rows before a page: a multiple of `step`. */
export const offsetParam = (name: string, step = 1): UrlParam<number> => ({
  read: (params) => Math.floor((parseOffset(params.get(name)) ?? 0) / step) * step,
  write: (from) => (from > 0 ? [[name, String(from)]] : []),
});

/** The same, where 0 differs from an absent number. */
export const optionalOffsetParam = (name: string): UrlParam<number | null> => ({
  read: (params) => parseOffset(params.get(name)),
  write: (from) => (from === null ? [] : [[name, String(from)]]),
});

/** The path of a view, with these parameters. */
export const withParams = (path: string, params: URLSearchParams): string =>
  params.size === 0 ? path : `${path}?${params}`;

/** How an address contains the state of a view. */
export interface UrlState<State> {
  /** Ignores unknown parameters and invalid values. */
  parse(params: URLSearchParams): State;
  /** The address of a state, without defaults. */
  url(path: string, state: State): string;
  /** Its parameters, in the order of the schema. */
  params(state: State): URLSearchParams;
}

/** The state that an address of this kind contains. */
export type StateOf<View> = View extends UrlState<infer State> ? State : never;

type Schema = Readonly<Record<string, UrlParam<unknown>>>;
type StateFrom<Params extends Schema> = {
  readonly [Name in keyof Params]: Params[Name] extends UrlParam<infer Value> ? Value : never;
};

/** The addresses of a view by the parameters of its state. `normalize` removes values that others make meaningless. */
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
