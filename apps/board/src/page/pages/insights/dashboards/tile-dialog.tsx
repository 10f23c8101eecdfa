import { useSignal } from '@preact/signals';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../navigation/text.ts';
import type { Tile } from '../data/responses.ts';
import { tileTitle } from './dashboard.ts';
import { TileFields } from './tile-fields.tsx';
import { formOf, type TileForm, tileOf } from './tile-form.ts';

interface Props {
  /** Null: a new tile. */
  readonly tile: Tile | null;
  readonly close: () => void;
  /** Throws ApiError, OfflineError. */
  readonly save: (tile: Tile) => Promise<void>;
}

/** A drawer that adds or changes a tile. */
export function TileDialog({ tile, close, save }: Props) {
  const form = useSignal(formOf(tile));
  const run = async (): Promise<string> => {
    await save(tileOf(form.peek()));
    return tile === null ? t('Tile added') : t('Tile saved');
  };
  return (
    <FormDialog
      kind="drawer"
      title={tile === null ? t('Add tile') : t`Edit ${tileTitle(tile)}`}
      submitLabel={tile === null ? t('Add tile') : t('Save tile')}
      close={close}
      run={run}
    >
      <TileFields
        form={form.value}
        change={(changes: Partial<TileForm>) => (form.value = { ...form.peek(), ...changes })}
      />
    </FormDialog>
  );
}
