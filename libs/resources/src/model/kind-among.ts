import { clip, kindOf, NotFound, type PublicKind } from '@slipway/domain';

/** The kind of an id among these: by its last segment, or by the last part of its hyphen form. Throws NotFound. */
export function kindAmong<K extends PublicKind>(kinds: readonly K[], written: string): K {
  const last = written.split('/').at(-1) ?? '';
  const parts = last.split('-').map((_, index, all) => all.slice(index).join('-'));
  const [exact, ...others] = parts.map((part) => kinds.find((kind) => kind === kindOf(part)));
  const kind = exact ?? others.findLast((each) => each !== undefined);
  if (kind === undefined) throw new NotFound(`there is no ${kinds.join(' or ').toLowerCase()} '${clip(written)}'`);
  return kind;
}
