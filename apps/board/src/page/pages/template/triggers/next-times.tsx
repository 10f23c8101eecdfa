import { useSignal } from '@preact/signals';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { Moment } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';

interface NextTimesPreview {
  readonly next: readonly { readonly date: string; readonly daylightSaving?: string }[];
}

interface Props {
  /** the last segment of the id of a trigger */
  readonly id: string;
  readonly title: string;
}

/** The next times of a trigger, loaded on request. */
export function NextTimes({ id, title }: Props) {
  const preview = useSignal<NextTimesPreview | undefined>(undefined);
  const refusal = useSignal<DisplayMessage | null>(null);
  const load = async (): Promise<void> => {
    try {
      preview.value = await read<NextTimesPreview>(`/triggers/${id}/preview`);
      refusal.value = null;
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <details class="more" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary>Next times of {title}</summary>
      <Refusal message={refusal.value} />
      <ol>
        {preview.value?.next.map(({ date, daylightSaving }) => (
          <li key={date}>
            <Moment at={date} />
            {daylightSaving && ` (${daylightSaving})`}
          </li>
        ))}
      </ol>
    </details>
  );
}
