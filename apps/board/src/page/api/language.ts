import { signal } from '@preact/signals';
import { type Language, type MessagePart, renderParts, type UncheckedMessage } from '@slipway/domain/messages';

/** The message catalog of the user's language, which is loaded in two steps. Null if it failed to load. */
export interface LoadingLanguage {
  /** The texts of the first view. */
  readonly first: Promise<Language | null>;
  /** Loads all texts. The first view needs none of the others, and is faster if they load after it. */
  readonly loadComplete: () => Promise<Language | null>;
}

declare global {
  interface Window {
    /** The catalog, which `prefetch-first-view.ts` requests. */
    slipwayLanguage?: LoadingLanguage;
  }
}

/** A message of a response: code, parameters, and the English text. */
export interface ResponseMessage extends UncheckedMessage {
  readonly sentence: string;
  /** Changes the rendered parts, for example to a sentence with the labels of the page. */
  readonly revise?: ((parts: readonly MessagePart[]) => readonly MessagePart[]) | undefined;
}

/** A text for the user: a message of the server, or a plain text without code and parameters. */
export type DisplayMessage = ResponseMessage | string;

/** The loaded message catalog; null if it is not loaded. Without it, the English text of the server is shown. */
export const language = signal<Language | null>(null);

type CatalogPart = 'first' | 'complete';

const loading = new Map<CatalogPart, Promise<void>>();

/** Waits for the script that requests the catalog. It runs as soon as it is loaded, which can be after this script. */
async function waitForPrefetchScript(): Promise<void> {
  // It delays the load event of the page, also if it fails to load.
  if (window.slipwayLanguage !== undefined || document.readyState === 'complete') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  window.addEventListener('load', () => resolve(), { once: true });
  await promise;
}

let isComplete = false;

async function load(part: CatalogPart): Promise<void> {
  await waitForPrefetchScript();
  const parts = window.slipwayLanguage;
  const loaded = await (part === 'first' ? parts?.first : parts?.loadComplete());
  // The first part waits for the load event if the script was late, and can so arrive after the complete catalog.
  if (loaded === undefined || isComplete) return;
  isComplete = part === 'complete' && loaded !== null;
  language.value = loaded;
}

/**
 * Resolves when the part of the catalog is loaded or has failed to load. Responses wait for it, so that no message
 * changes after it is rendered.
 */
export function waitForLanguage(part: CatalogPart): Promise<void> {
  const promise = loading.get(part) ?? load(part);
  loading.set(part, promise);
  return promise;
}

/** The code and parameters of a message. Activity entries of earlier versions have none. */
interface MessageData {
  readonly code?: string | null | undefined;
  readonly params?: UncheckedMessage['params'] | null | undefined;
}

/** Returns the message of a response, or its plain text if it has no code. */
export const displayMessage = ({ sentence, code, params }: MessageData & { readonly sentence: string }) =>
  typeof code === 'string' ? { sentence, code, params: params ?? {} } : sentence;

/** Returns the message of an activity entry, or its plain text if it has no code. */
export const activityMessage = ({ message, ...data }: MessageData & { readonly message: string }): DisplayMessage =>
  displayMessage({ ...data, sentence: message });

/** Returns the messages of a response. `texts` and `data` have the same order. */
const displayMessages = (texts: readonly string[], data: readonly MessageData[]): readonly DisplayMessage[] =>
  texts.map((sentence, index) => displayMessage({ ...data[index], sentence }));

interface Warnings {
  readonly warnings?: readonly string[] | undefined;
  readonly warningMessages?: readonly MessageData[] | undefined;
}

/** The warnings of a response. */
export const warningsOf = ({ warnings = [], warningMessages = [] }: Warnings): readonly DisplayMessage[] =>
  displayMessages(warnings, warningMessages);

interface Faults {
  readonly broken?: readonly string[] | undefined;
  readonly brokenMessages?: readonly MessageData[] | undefined;
}

/** The reasons why a trigger cannot create releases. */
export const faultsOf = ({ broken = [], brokenMessages = [] }: Faults): readonly DisplayMessage[] =>
  displayMessages(broken, brokenMessages);

/** Returns the parts of a rendered message for the page. */
export const revised = (parts: readonly MessagePart[], { revise }: ResponseMessage): readonly MessagePart[] =>
  revise?.(parts) ?? parts;

/** Returns a message as one line of text, with times in UTC. */
export function textOf(message: DisplayMessage): string {
  if (typeof message === 'string') return message;
  const parts = language.value && renderParts(message, language.value);
  return parts === null
    ? message.sentence
    : revised(parts, message)
        .map(({ text }) => text)
        .join('');
}
