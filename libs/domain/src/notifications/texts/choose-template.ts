import type { EventTypeName } from '../../model/catalogs/event-types.ts';
import type { TemplateChannel } from '../../notification-choices/choices.ts';

/** The language of messages if a recipient has none, and the one of the texts of the product. */
const defaultLanguage = 'en';

const maxLanguageLength = 35;

/** A text for one event, channel and language. */
export interface NotificationTemplate {
  readonly eventType: EventTypeName;
  readonly channel: TemplateChannel;
  /** a language tag (BCP 47) */
  readonly language: string;
  /** one line; only of a mail */
  readonly subject?: string | undefined;
  readonly text: string;
}

/** Returns a language tag (BCP 47) in its canonical form, such as `pt-BR`; null if it is invalid. */
export function canonicalLanguage(tag: string): string | null {
  if (tag.length > maxLanguageLength) return null;
  try {
    return new Intl.Locale(tag).toString();
  } catch {
    return null;
  }
}

/** Returns the languages of a recipient, the preferred one first: `de-AT`, `de`, and the default language. */
function languagesOf(language: string | null): readonly string[] {
  const subtags = language === null ? [] : language.split('-');
  const own = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
  return [...own, defaultLanguage];
}

/** The message that a template is needed for. */
export interface TemplateRequest {
  readonly eventType: EventTypeName;
  readonly channel: TemplateChannel;
  /** of the recipient; null: none */
  readonly language: string | null;
}

/**
 * Chooses the template of the nearest scope that has one in a language of the recipient. Returns null if no scope has
 * one. `scopes` has the templates of the folder, of the folders around it, and of the installation.
 */
export function chooseTemplate(
  scopes: readonly (readonly NotificationTemplate[])[],
  { eventType, channel, language }: TemplateRequest,
): NotificationTemplate | null {
  for (const scope of scopes) {
    const matching = scope.filter((template) => template.eventType === eventType && template.channel === channel);
    for (const wanted of languagesOf(language)) {
      const found = matching.find((template) => template.language === wanted);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** Returns the templates with only the last one for each event, channel and language. */
export function withoutRepeated(templates: readonly NotificationTemplate[]): readonly NotificationTemplate[] {
  const byKey = new Map(
    templates.map((template) => [JSON.stringify([template.eventType, template.channel, template.language]), template]),
  );
  return [...byKey.values()];
}
