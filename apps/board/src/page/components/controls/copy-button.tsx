import Copy from '~icons/lucide/copy';
import { t } from '../../navigation/text.ts';
import { Icon, type IconNode } from '../marks/icon.tsx';
import { showToast } from '../toast.tsx';

interface Props {
  /** The name of the button, with the copied object. */
  readonly label: string;
  /** Returns the text to copy. */
  readonly getText: () => string;
  /** The default is two sheets. */
  readonly icon?: IconNode;
}

/** Copies a text. Browsers without a secure connection have no clipboard. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t('Copied to clipboard'));
  } catch {
    showToast(t('This browser doesn’t allow copying'));
  }
}

/** A small button that copies a text. */
export const CopyButton = ({ label, getText, icon = Copy }: Props) => (
  <button
    type="button"
    class="quiet square small"
    aria-label={label}
    title={label}
    onClick={() => void copyText(getText())}
  >
    <Icon of={icon} />
  </button>
);
