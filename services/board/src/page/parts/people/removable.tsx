import { useSignal } from '@preact/signals';
import { rowsOfPage } from '../table.tsx';

interface Props {
  readonly names: readonly { readonly key: string; readonly name: string; readonly more?: string | undefined }[];
  /** what it means that there are none */
  readonly none: string;
  readonly remove: (key: string) => void;
}

/** Names of which each can be taken away, a page of them. */
export function Removable({ names, none, remove }: Props) {
  const from = useSignal(0);
  const begin = from.value < names.length ? from.value : 0;
  const page = names.slice(begin, begin + rowsOfPage);
  if (names.length === 0) return <p class="empty">{none}</p>;
  return (
    <>
      <ul class="names">
        {page.map(({ key, name, more }) => (
          <li key={key}>
            {name}
            {more && ` (${more})`}{' '}
            <button type="button" aria-label={`Remove ${name}`} onClick={() => remove(key)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {names.length > rowsOfPage && (
        <button type="button" onClick={() => (from.value = begin + rowsOfPage)}>
          {begin + 1}–{begin + page.length} of {names.length}: show the next
        </button>
      )}
    </>
  );
}
