import { useSignal } from '@preact/signals';
import { TextField } from '../../components/fields/field.tsx';
import { linkTo } from '../../navigation/base.ts';

/** Exports existing objects as documents. */
export function Generate() {
  const path = useSignal('');
  const query = new URLSearchParams({ path: path.value.trim() });
  return (
    <details class="more sheet">
      <summary>Export as YAML</summary>
      <div class="actions">
        <TextField
          label="Folder"
          hint="Titles with slashes between, such as Web/Shop. Empty: all that you may see."
          value={path.value}
          change={(text) => {
            path.value = text;
          }}
        />
        <a class="button" href={linkTo(`/devops-as-code/generate?${query}`)} download="as-code.zip">
          Download as YAML
        </a>
      </div>
    </details>
  );
}
