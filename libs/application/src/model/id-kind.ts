import { kindOf, type PublicKind } from '@slipway/domain/ids';
import { clip, NotFound } from '@slipway/domain/model';

/** The kind of an id among these: by its last segment, or by the last part of its hyphen form. Throws NotFound. */
export function idKindOf<K extends PublicKind>(kinds: readonly K[], rawId: string): K {
  const last = rawId.split('/').at(-1) ?? '';
  const parts = last.split('-').map((_, index, segments) => segments.slice(index).join('-'));
  const [firstKind, ...otherKinds] = parts.map((part) => kinds.find((kind) => kind === kindOf(part)));
  const kind = firstKind ?? otherKinds.findLast((candidate) => candidate !== undefined);
  if (kind === undefined) throw new NotFound(`there is no ${kinds.join(' or ').toLowerCase()} '${clip(rawId)}'`);
  return kind;
}
