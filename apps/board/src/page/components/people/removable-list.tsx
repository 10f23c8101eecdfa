import { useSignal } from '@preact/signals';
import { t } from '../../navigation/text.ts';
import { pageSize } from '../table.tsx';

interface Props {
  readonly names: readonly { readonly key: string; readonly name: string; readonly detail?: string | undefined }[];
  /** The text for an empty list. */
  readonly none: string;
  readonly remove: (key: string) => void;
}

/** A paged list of names, each with a Remove button. */
export function RemovableList({ names, none, remove }: Props) {
  const from = useSignal(0);
  const start = from.value < names.length ? from.value : 0;
  const page = names.slice(start, start + pageSize);
  if (names.length === 0) return <p class="empty">{none}</p>;
  return (
    <>
      <ul class="names">
        {page.map(({ key, name, detail }) => (
          <li key={key}>
            {name}
            {detail && ` (${detail})`}{' '}
            <button type="button" aria-label={t`Remove ${name}`} onClick={() => remove(key)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {names.length > pageSize && (
        <button type="button" onClick={() => (from.value = start + pageSize)}>
          Show more ({start + 1}–{start + page.length} of {names.length})
        </button>
      )}
    </>
  );
}
