import { idCandidates, rootFolderId } from './ids.ts';

/**
 * Returns the last segment of an id; otherwise the text itself as a path of titles, or null for an empty text. Files of
 * the family refer to templates and folders by such paths, which may be imported later.
 */
export function toReference(kind: 'Release' | 'Folder', rawText: string | null): string | null {
  const text = rawText?.trim() ?? '';
  if (text === '' || text === rootFolderId) return text || null;
  try {
    return idCandidates(kind, text)[0];
  } catch {
    return text;
  }
}
