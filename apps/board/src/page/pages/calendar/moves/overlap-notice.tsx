import type { Signal } from '@preact/signals';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { Icon } from '../../../components/marks/icon.tsx';
import { momentText } from '../date-texts.ts';
import type { Overlap } from './use-move.ts';

/** Warns that a moved release overlaps a blackout, with a button that moves it to the next free slot. */
export function OverlapNotice({ overlap }: { readonly overlap: Signal<Overlap | null> }) {
  const current = overlap.value;
  if (current === null) return null;
  const { title, firstFree, moveToFree } = current;
  return (
    <div class="alert waits with-icon" role="status">
      <Icon of={TriangleAlert} />
      <p>
        <b>
          <bdi>{title}</bdi> now overlaps a blackout.
        </b>{' '}
        Next free slot: {momentText(firstFree)}
      </p>
      <span class="row wrapped push">
        <button type="button" class="small" onClick={() => void moveToFree()}>
          Move to next slot
        </button>
        <button type="button" class="quiet small" onClick={() => (overlap.value = null)}>
          Keep
        </button>
      </span>
    </div>
  );
}
