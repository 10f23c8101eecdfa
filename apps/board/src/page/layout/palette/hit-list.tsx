import type { Signal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { permissionReason } from '../../api/permission-reason.ts';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { t } from '../../navigation/text.ts';
import { isPaletteShown } from '../menu.ts';
import { groups, type Hit } from './sources.ts';
import { useHits } from './use-hits.ts';

function open(hit: Hit | undefined): void {
  if (hit === undefined) return;
  isPaletteShown.value = false;
  hit.run();
}

interface RowProps {
  readonly hit: Hit;
  /** Whether Enter in the field opens this result. */
  readonly isFirst: boolean;
}

/** The kinds that the name of a group implies. */
const impliedKinds: readonly string[] = [t('Release'), t('Template'), t('Folder'), t('User'), t('Action'), t('View')];

function HitRow({ hit, isFirst }: RowProps) {
  const { group, name, icon, kind, shortcut, missingPermission } = hit;
  const isImplied = group !== t('Recent') && missingPermission === null && impliedKinds.includes(kind);
  return (
    <button
      type="button"
      class={isFirst ? 'quiet first' : 'quiet'}
      disabled={missingPermission !== null}
      onClick={() => open(hit)}
    >
      <Icon of={icon} />
      <span>{name}</span>{' '}
      <span class={isImplied ? 'type unseen' : 'type'}>{permissionReason(missingPermission) ?? kind}</span>
      {shortcut !== undefined && <span class="keycap" data-key={shortcut} />}
    </button>
  );
}

interface GroupProps {
  readonly name: string;
  readonly hits: readonly Hit[];
  readonly first: Hit | undefined;
}

function GroupOfHits({ name, hits, first }: GroupProps) {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <ul>
        {hits.map((hit) => (
          <li key={hit.key}>
            <HitRow hit={hit} isFirst={hit === first} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Props {
  readonly text: string;
  /** Whether the user pressed Enter in the field. The first result opens as soon as all sources have responded. */
  readonly isEntered: Signal<boolean>;
}

/** The results of the palette. They are loaded on first use, while the field already accepts text. */
export function HitList({ text, isEntered }: Props) {
  const { hits: unordered, isAnswered, refusal } = useHits(text);
  const hits = groups.flatMap((name) => unordered.filter(({ group }) => group === name));
  const first = hits.find(({ missingPermission }) => missingPermission === null);
  const isOpening = isEntered.value && isAnswered;
  useEffect(() => {
    if (!isOpening) return;
    isEntered.value = false;
    open(first);
  }, [isOpening]);
  return (
    <>
      <Refusal message={refusal} />
      <div class="offers" aria-busy={!isAnswered}>
        {groups.map((name) => (
          <GroupOfHits key={name} name={name} hits={hits.filter(({ group }) => group === name)} first={first} />
        ))}
        {hits.length === 0 && isAnswered && refusal === null && (
          <p class="empty" role="status">
            No results for “{text.trim()}”
          </p>
        )}
      </div>
    </>
  );
}
