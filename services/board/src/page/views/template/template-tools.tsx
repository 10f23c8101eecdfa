import type { ReleaseAnswer } from '@slipway/wire';
import { FileLink } from '../../parts/files/file-link.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { useOffers } from '../../place/offers.ts';
import { go } from '../../place/router.ts';

/** What may be made of a template: a release, or a file that an import takes. */
export function TemplateTools({ template: { id, title } }: { readonly template: Pick<ReleaseAnswer, 'id' | 'title'> }) {
  const last = lastOf(id);
  useOffers([{ name: `New release from ${title}`, lacking: null, run: () => go(`/templates/${last}/create`) }]);
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
