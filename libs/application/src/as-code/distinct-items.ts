import { type Message, message, messageList } from '@slipway/domain/messages';
import { Conflict } from '@slipway/domain/model';
import type { CodeItem } from '@slipway/formats';
import type { Stage } from './preload.ts';
import { pathOf, titleKey } from './run/run.ts';

/**
 * Returns the identity that two objects of one stage must not share, and its kind. Returns null for objects whose
 * documents are merged.
 */
function identityOf(item: CodeItem, stage: Stage): { readonly key: string; readonly kind: Message } | null {
  switch (item.kind) {
    case 'template':
    case 'variable':
      return { key: titleKey(item.path, item.title), kind: message(`kind.${item.kind}`) };
    case 'typed':
      // Configurations of two types may have the same title.
      return stage === 'trigger'
        ? { key: titleKey(item.path, item.title), kind: message('kind.trigger') }
        : { key: titleKey(item.path, item.title, String(item.code.type)), kind: message('kind.configuration') };
    case 'folder':
    case 'storedSetting':
    case 'attachments':
    case 'teams':
    case 'templateTeams':
    case 'role':
    case 'user':
    case 'release':
      return null;
  }
}

/**
 * Rejects two documents for the same title in a folder, because each apply would change the object twice. Throws
 * Conflict, which names both documents.
 */
export function requireDistinctItems(items: readonly CodeItem[], stageOf: (item: CodeItem) => Stage): void {
  const seen = new Map<string, string>();
  for (const item of items) {
    const stage = stageOf(item);
    const identity = identityOf(item, stage);
    if (identity === null || !('location' in item)) continue;
    const key = `${stage} ${identity.key}`;
    const before = seen.get(key);
    if (before !== undefined) {
      const duplicate = { kind: identity.kind, path: pathOf(item.path, item.title), location: before };
      throw new Conflict(
        before === item.location
          ? message('document.duplicateInOne', duplicate)
          : message('document.duplicate', { ...duplicate, otherLocation: item.location }),
      );
    }
    seen.set(key, item.location);
  }
}

/** Returns the Conflict for two objects with the same title in a folder, with the last segments of their ids. */
export const ambiguousTitle = (
  code: 'document.ambiguousTemplate' | 'document.ambiguousTrigger',
  path: string,
  ids: readonly string[],
): Conflict => new Conflict(message(code, { path, ids: messageList(ids, (text) => message('quote.plain', { text })) }));
