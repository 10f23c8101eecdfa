import { fullNameOf, knownFullName } from '../../api/full-names.ts';
import { t } from '../../navigation/text.ts';

/** The number of background tints in `styles/4-marks.css`. */
const tintCount = 6;

/** Returns the tint of a name, from 1. The same name always has the same tint. */
export function tintOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return (hash % tintCount) + 1;
}

/** Returns the initials of a name: the first letters of its first and last word, or the first two letters of one word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '');
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = last === '' ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...last].slice(0, 1));
  return letters.join('').toUpperCase();
}

interface Props {
  /** The user name, or the name of a team; null for an object without an assignee. A full name is shown if it is known. */
  readonly name: string | null;
  readonly isTeam?: boolean;
  readonly isLarge?: boolean;
  /** Whether the name is beside the avatar. Otherwise screen readers read the name of the avatar. */
  readonly isNamed?: boolean;
}

/**
 * The initials of a user or team on a tint. Teams are square. The style shows the initials, so that they are not part of
 * the text of the element around them.
 */
export function Avatar({ name, isTeam = false, isLarge = false, isNamed = false }: Props) {
  const tint = name === null ? 'unassigned' : `tint-${tintOf(name)}`;
  const className = ['avatar', isLarge && 'large', isTeam && 'team', tint].filter((item) => item !== false).join(' ');
  const fullName = name === null || isTeam ? null : knownFullName(name);
  const initials = name === null ? '?' : initialsOf(fullName ?? name);
  const label = name === null ? t('Unassigned') : fullName === null ? name : fullNameOf(name);
  const tooltip = fullName === null ? label : `${fullName} (${name})`;
  return isNamed ? (
    <span class={className} data-initials={initials} aria-hidden="true" />
  ) : (
    <span class={className} data-initials={initials} role="img" aria-label={label} title={tooltip} />
  );
}
