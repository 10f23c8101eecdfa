import { pagePolicy } from '../../services/api/src/http/writing/page-policy.ts';

/** The path of the gallery of components, which only `npm run dev` serves. */
export const galleryPath = '/gallery';

/** The policy of the product. The gallery also shows itself in a narrow frame. */
const policy = `${pagePolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; frame-src 'self'`;

/** The headers of the page. */
export const galleryHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
};

interface Files {
  readonly icon: string;
  /** The paths of the style sheets, in their order. */
  readonly sheets: readonly string[];
  /** The paths of the scripts. */
  readonly scripts: readonly string[];
}

/** Returns the page of the gallery. */
export const galleryPage = ({ icon, sheets, scripts }: Files): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Components · Slipway</title>
<link rel="icon" href="${icon}">
${sheets.map((path) => `<link rel="stylesheet" href="${path}">\n`).join('')}${scripts.map((path) => `<script type="module" src="${path}"></script>\n`).join('')}</head>
<body>
<div id="gallery"></div>
</body>
</html>
`;
