import { useSignal } from '@preact/signals';
import { messageOf } from '../../../api/errors.ts';
import { textOf } from '../../../api/language.ts';
import { t } from '../../../navigation/text.ts';
import { visibleColumns } from '../list-columns.ts';
import type { ReleaseQuery } from '../query.ts';

/** Saves all matching releases, not only the page, as a CSV file with the visible columns. */
export function ExportButton({ query }: { readonly query: ReleaseQuery }) {
  const resultText = useSignal('');
  const isBusy = useSignal(false);
  const run = async (): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    resultText.value = t('Exporting…');
    try {
      const { exportReleases } = await import('./export-releases.ts');
      await exportReleases(query, visibleColumns.peek());
      resultText.value = t('Exported');
    } catch (error) {
      resultText.value = textOf(messageOf(error));
    }
    isBusy.value = false;
  };
  return (
    <span class="row">
      <span role="status">{resultText}</span>
      <button
        type="button"
        class="quiet small"
        aria-disabled={isBusy.value}
        title="All matches with the visible columns"
        onClick={() => void run()}
      >
        Export CSV
      </button>
    </span>
  );
}
