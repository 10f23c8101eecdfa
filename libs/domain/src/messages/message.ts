import type en from './en.json';

type Sections = typeof en;

/** The identifier of a message: a section of the catalog and a name in it, such as `reason.date`. */
export type MessageCode = {
  [S in keyof Sections]: `${S}.${keyof Sections[S] & string}`;
}[keyof Sections];

/** The names of the messages in a section. */
export type NameIn<S extends keyof Sections> = keyof Sections[S] & string;

/** An object in a message. The id is the last segment. */
export type NamedObject = {
  readonly id: string;
  readonly title: string;
};

/** The first elements of a list, and its total number of elements. */
export type MessageList = {
  readonly items: readonly Message[];
  readonly count: number;
};

export type MessageParam = string | number | NamedObject | Message | MessageList | readonly Message[];

/** A text as a code and parameters, rendered with the catalog of a language. It contains no secrets. */
export type Message = {
  readonly code: MessageCode;
  readonly params: Readonly<Record<string, MessageParam>>;
};

/** The type of a parameter, derived from its example in the catalog. */
type ParamOf<Example> = Example extends string
  ? string
  : Example extends number
    ? number
    : Example extends { readonly code: string }
      ? Message
      : Example extends { readonly items: unknown }
        ? MessageList
        : Example extends { readonly title: string }
          ? NamedObject
          : readonly Message[];

type ExampleOf<C extends MessageCode> = C extends `${infer S extends keyof Sections}.${infer N}`
  ? N extends keyof Sections[S]
    ? Sections[S][N] extends { readonly example: infer E }
      ? E
      : never
    : never
  : never;

export type MessageParams<C extends MessageCode> = { readonly [K in keyof ExampleOf<C>]: ParamOf<ExampleOf<C>[K]> };

/** Returns a message. The catalog defines its parameters. */
export function message<C extends MessageCode>(
  code: C,
  ...params: Record<string, never> extends MessageParams<C> ? [] : [MessageParams<C>]
): Message;
export function message(code: MessageCode, params: Message['params'] = {}): Message {
  return { code, params };
}

/** The maximum number of listed elements. */
const maxNamed = 3;

/** Returns a list parameter: the first three elements, and the total number. */
export const messageList = <T>(all: readonly T[], toItem: (element: T) => Message): MessageList => ({
  items: all.slice(0, maxNamed).map(toItem),
  count: all.length,
});

/** The parameters of a message that requires only the id. */
type IdExample = { readonly id: string } & { readonly [other: string]: string };

/** A kind of object for which the catalog has a "not found" message. */
export type ObjectKind = {
  [K in keyof Sections['notFound']]: Sections['notFound'][K]['example'] extends IdExample ? K : never;
}[keyof Sections['notFound']];

/** Returns the message for an id without an object of the kind. */
export const notFoundMessage = (kind: ObjectKind, id: string): Message => ({
  code: `notFound.${kind}`,
  params: { id },
});

/** A kind of object with a display name in the catalog. */
export type NamedKind = keyof Sections['kind'];

/** Returns the message for an id without an object of any of these kinds. */
export const noneOfKindsMessage = (kinds: readonly NamedKind[], id: string): Message =>
  message('notFound.oneOf', { kinds: kinds.map((kind): Message => ({ code: `kind.${kind}`, params: {} })), id });

/** Wraps an external text in a message, such as the error of a script. */
export const plainText = (text: string): Message => message('text.plain', { text });
