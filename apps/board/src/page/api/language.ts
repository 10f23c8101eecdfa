import { signal } from '@preact/signals';
import { type Language, renderText, type UncheckedMessage } from '@slipway/domain/messages';

/** The language of messages, with the part of its texts that is loaded. Null: the catalog cannot be loaded. */
export interface LoadingLanguage {
  /** with the texts of the first view */
  readonly first: Promise<Language | null>;
  /** with all texts, which are loaded after those of the first view */
  readonly complete: Promise<Language | null>;
}

declare global {
  interface Window {
    /** The catalog that `prefetch-first-view.ts` loads. */
    slipwayLanguage?: LoadingLanguage;
  }
}

/** A message of a response: data, and its English text. */
export interface ResponseMessage extends UncheckedMessage {
  readonly sentence: string;
}

/** A text for the user: a message of the server, or a text without data. */
export type DisplayMessage = ResponseMessage | string;

/** The language of messages; null: its catalog is not loaded, and the text of the server is shown. */
export const language = signal<Language | null>(null);

type CatalogPart = keyof LoadingLanguage;

const loading = new Map<CatalogPart, Promise<void>>();

async function load(part: CatalogPart): Promise<void> {
  const loaded = await window.slipwayLanguage?.[part];
  if (loaded !== undefined) language.value = loaded;
}

/**
 * Resolves when the texts of the first view, or all texts, are loaded, or failed to load. No response that needs them is
 * shown before, so that no message changes after it is drawn.
 */
export function waitForLanguage(part: CatalogPart): Promise<void> {
  const promise = loading.get(part) ?? load(part);
  loading.set(part, promise);
  return promise;
}

/** The data of a text, if it has a code: activity entries of earlier versions have none. */
interface MessageData {
  readonly code?: string | null | undefined;
  readonly params?: UncheckedMessage['params'] | null | undefined;
}

/** A text of a response, with its data. */
export const displayMessage = ({ sentence, code, params }: MessageData & { readonly sentence: string }) =>
  typeof code === 'string' ? { sentence, code, params: params ?? {} } : sentence;

/** The text of an activity entry, with its data. */
export const activityMessage = ({ message, ...data }: MessageData & { readonly message: string }): DisplayMessage =>
  displayMessage({ ...data, sentence: message });

/** Texts of a response, with their data in the same order. */
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

/** A message as one line, with its times in UTC. */
export function textOf(message: DisplayMessage): string {
  if (typeof message === 'string') return message;
  return (language.value && renderText(message, language.value)) ?? message.sentence;
}
