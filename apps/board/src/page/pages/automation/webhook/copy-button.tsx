import Copy from '~icons/lucide/copy';
import { Icon } from '../../../components/marks/icon.tsx';
import { showToast } from '../../../components/toast.tsx';

/** A button that copies the address. Browsers without a secure connection have no clipboard. */
export const CopyButton = ({ text }: { readonly text: string }) =>
  window.isSecureContext ? (
    <button
      type="button"
      class="quiet square small"
      aria-label="Copy address"
      title="Copy address"
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => showToast('Copied to clipboard'),
          () => {},
        )
      }
    >
      <Icon of={Copy} size="small" />
    </button>
  ) : null;
