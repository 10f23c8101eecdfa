import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { Dialog } from '../../components/dialog.tsx';
import { ReleaseField } from '../../components/references/release-field.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { compareUrl } from './compare-url.ts';

interface Props {
  readonly template: Pick<ReleaseResponse, 'id' | 'title'>;
  readonly close: () => void;
}

/** A dialog that selects the release to compare with a template. */
export function CompareDialog({ template, close }: Props) {
  const release = useSignal('');
  const compare = (event: SubmitEvent): void => {
    event.preventDefault();
    close();
    navigate(compareUrl(release.value, { other: template.id, version: null }));
  };
  return (
    <Dialog title={t`Compare ${template.title}`} close={close}>
      <form class="actions" onSubmit={compare}>
        <ReleaseField text={release.value} change={(id) => (release.value = id)} />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main" disabled={release.value === ''}>
          Compare
        </button>
      </form>
    </Dialog>
  );
}
