import { t } from '../../navigation/text.ts';

interface EmptyOption {
  readonly isRequired?: boolean | undefined;
  /** The label of the value that applies without a choice; undefined: there is none. */
  readonly defaultLabel?: string | undefined;
}

/** Returns the label of the empty option of a choice: the default, or that a choice is missing or not necessary. */
export function emptyLabel({ isRequired = false, defaultLabel }: EmptyOption): string {
  if (defaultLabel !== undefined) return t`Default: ${defaultLabel}`;
  return isRequired ? t('Select…') : t('None');
}
