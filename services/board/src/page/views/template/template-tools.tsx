import type { ReleaseAnswer } from '@slipway/wire';
import { FileLink } from '../../parts/files/file-link.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

/** What may be made of a template: a release, or a file that an import takes. */
export function TemplateTools({ template: { id } }: { readonly template: Pick<ReleaseAnswer, 'id'> }) {
  const last = lastOf(id);
  return (
    <div class="tools">
      <Link to={`/templates/${last}/create`} class="button">
        New release
      </Link>
      <FileLink path={`/templates/zip/${last}`}>Export as .xlr</FileLink>
      <FileLink path={`/dsl/export/${last}`}>Export as Groovy</FileLink>
    </div>
  );
}
