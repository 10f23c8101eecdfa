import type { ActivityAnswer } from '@slipway/wire';
import { me } from '../../data/session.ts';
import { useEntity } from '../../live/use-entity.ts';
import { lastOf } from '../../place/ids.ts';

interface Props {
  readonly thing: { readonly id: string };
  readonly label: string;
  /** what the field holds now */
  readonly theirs: string;
  readonly take: () => void;
  readonly keep: () => void;
}

/** Shows a concurrent change of an edited field. */
export function Meanwhile({ thing, label, theirs, take, keep }: Props) {
  const { value } = useEntity<readonly ActivityAnswer[]>(`/activities/${lastOf(thing.id)}`, []);
  const who = value.value?.findLast(({ username }) => username !== me.value?.username)?.username ?? 'Somebody';
  return (
    <div class="reason" role="alert">
      <p>
        <bdi>{who}</bdi> has changed this meanwhile: {theirs === '' ? 'it is empty now' : <bdi>“{theirs}”</bdi>}
      </p>
      <button type="button" onClick={take} aria-label={`Use the stored value for ${label}`}>
        Use the stored value
      </button>{' '}
      <button type="button" onClick={keep} aria-label={`Keep what I typed for ${label}`}>
        Keep what I typed
      </button>
    </div>
  );
}
