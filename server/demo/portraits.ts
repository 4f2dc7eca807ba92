import sharp from 'sharp';
import { type Chance, chanceFrom } from '#server/demo/chance.ts';
import type { Look } from '#server/demo/names.ts';

/** The side of a portrait in pixels. */
const size = 320;

type Skin = { base: string; shade: string; cheek: string; tone: number };
type Face = { chance: Chance; skin: Skin; hair: string; brow: string; cloth: string; under: string };

// Skin tones, from light to dark. `tone` determines the matching hair.
const skins: readonly Skin[] = [
  { base: '#f8dcc8', shade: '#e9bfa4', cheek: '#f0a493', tone: 0 },
  { base: '#f3cdae', shade: '#e0ae8a', cheek: '#ea9a82', tone: 0 },
  { base: '#e6b58e', shade: '#cf966c', cheek: '#d9826a', tone: 1 },
  { base: '#d29c71', shade: '#b87f55', cheek: '#c46f55', tone: 1 },
  { base: '#b67c52', shade: '#98623c', cheek: '#a85a41', tone: 2 },
  { base: '#8f5b39', shade: '#724427', cheek: '#87452f', tone: 2 },
  { base: '#6d4329', shade: '#54301b', cheek: '#6e3523', tone: 2 },
];
const hairs = [
  ['#2b211d', '#4a3226', '#6b4530', '#8a5a36', '#b9824a', '#d6ab6a', '#a34e2c', '#b8b2aa', '#dcd8d1'],
  ['#1f1a19', '#2d211c', '#43302a', '#5a3d2b', '#8d8781'],
  ['#17120f', '#1f1815', '#2b1f1a', '#3b2a22', '#77716c'],
] as const;
const grounds = [
  '#cfe3ee',
  '#d9e8d4',
  '#f3e2c7',
  '#f0d6cf',
  '#ddd8ee',
  '#cfe6e2',
  '#f1e6b8',
  '#e3dccf',
  '#d3dcf2',
  '#ead3e0',
] as const;
const cloths = [
  '#2f5d8a',
  '#3d7a68',
  '#a4493d',
  '#6a4c86',
  '#c98a2b',
  '#33475b',
  '#7b8b3f',
  '#b45f7a',
  '#4f6d7a',
  '#8a5b3d',
  '#2c7a8c',
  '#5b5f97',
] as const;
const unders = ['#ffffff', '#f4efe6', '#dfe9f3', '#f7e3d4'] as const;

const head = 'M104 132C104 92 128 72 160 72C192 72 216 92 216 132C216 178 192 211 160 211C128 211 104 178 104 132Z';
const body = 'M28 320C30 268 74 246 130 236C142 252 178 252 190 236C246 246 290 268 292 320Z';

/** Returns a friendly face in flat colors as SVG, the same for the same number and name. */
function portraitOf(person: { number: number; fullName: string; look: Look }): string {
  const chance = chanceFrom(person.number * 7919 + 13);
  const known = knownFaces[person.fullName];
  const skin = skins[known?.skin ?? chance.between(0, skins.length - 1)] ?? skinOfAll;
  const hair = known?.hair ?? chance.pick(hairs[skin.tone] ?? hairs[1]);
  const cloth = chance.pick(cloths);
  const face: Face = { chance, skin, hair, brow: darker(hair), cloth, under: chance.pick(unders) };
  const covered = /^(Fatima|Halima|Samira|Zainab) /.test(person.fullName);
  const style = covered ? scarf : chance.pick(person.look === 'a' ? longer : shorter);
  const { back, front } = style(face);
  const beard = person.look === 'b' && chance.happens(0.36) ? beardOf(face) : '';
  const ground = chance.pick(grounds);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 320 320">`,
    `<rect width="320" height="320" fill="${ground}"/><circle cx="160" cy="176" r="132" fill="#fff" opacity=".32"/>`,
    back,
    neckOf(skin),
    clothesOf(face),
    covered
      ? ''
      : `<circle cx="104" cy="147" r="12" fill="${skin.shade}"/><circle cx="216" cy="147" r="12" fill="${skin.shade}"/>`,
    `<path d="${head}" fill="${skin.base}"/>`,
    beard,
    featuresOf(face),
    front,
    person.look === 'a' && !covered && chance.happens(0.4)
      ? '<circle cx="103" cy="163" r="4.5" fill="#e8c15a"/><circle cx="217" cy="163" r="4.5" fill="#e8c15a"/>'
      : '',
    chance.happens(0.28) ? glassesOf(chance) : '',
    '</svg>',
  ].join('');
}

const skinOfAll: Skin = { base: '#d29c71', shade: '#b87f55', cheek: '#c46f55', tone: 1 };
const knownFaces: Record<string, { skin: number; hair: string }> = {
  'Maya Okafor': { skin: 5, hair: '#1f1815' },
  'Daniel Reyes': { skin: 3, hair: '#2d211c' },
  'Carol Whitfield': { skin: 1, hair: '#b8b2aa' },
  'Andre Molina': { skin: 4, hair: '#1f1815' },
  'Nora Feldman': { skin: 0, hair: '#6b4530' },
  'Priya Natarajan': { skin: 4, hair: '#17120f' },
  'Joan Haugen': { skin: 0, hair: '#d6ab6a' },
  'Grace Nwosu': { skin: 6, hair: '#17120f' },
  'Hannah Becker': { skin: 1, hair: '#b9824a' },
  'Luis Ortega': { skin: 3, hair: '#1f1a19' },
  'Tom Lindqvist': { skin: 0, hair: '#b9824a' },
};

/** These people's portraits as WebP, in order. They are drawn in parallel, so 100 faces take about a second. */
export function drawPortraits(people: readonly { number: number; fullName: string; look: Look }[]): Promise<Buffer[]> {
  return Promise.all(
    people.map((person) =>
      sharp(Buffer.from(portraitOf(person)))
        .webp({ quality: 82, effort: 1 })
        .toBuffer(),
    ),
  );
}

function neckOf(skin: Skin): string {
  return `<path d="M136 186V238C142 256 178 256 184 238V186Z" fill="${skin.base}"/><path d="M136 200C150 216 170 216 184 200V206C172 228 148 228 136 206Z" fill="${skin.shade}"/>`;
}

function featuresOf({ chance, skin, brow }: Face): string {
  const tilt = chance.between(-2, 2);
  const eye = chance.pick(['#2a211d', '#3b2b22', '#32414e', '#38492f']);
  const eyes = [138, 182]
    .map(
      (x) =>
        `<ellipse cx="${x}" cy="143" rx="5" ry="6" fill="${eye}"/><circle cx="${x + 1.8}" cy="140.6" r="1.6" fill="#fff"/>`,
    )
    .join('');
  const brows = `<path d="M126 ${127 + tilt}Q137 ${119 + tilt} 149 125M171 125Q183 ${119 + tilt} 194 ${127 + tilt}" fill="none" stroke="${brow}" stroke-width="4.5" stroke-linecap="round"/>`;
  const cheeks = `<ellipse cx="124" cy="165" rx="11" ry="7.5" fill="${skin.cheek}" opacity=".35"/><ellipse cx="196" cy="165" rx="11" ry="7.5" fill="${skin.cheek}" opacity=".35"/>`;
  const nose = `<path d="M160 146C158 156 153 163 157 166C159 167.500 162 167.500 164 166" fill="none" stroke="${skin.shade}" stroke-width="3.500" stroke-linecap="round"/>`;
  const lips = skin.tone === 2 ? '#7a2f2a' : '#b2504a';
  const mouth = chance.happens(0.45)
    ? `<path d="M139 180Q160 185 181 180Q178 200 160 200Q142 200 139 180Z" fill="#fff" stroke="${lips}" stroke-width="2.5" stroke-linejoin="round"/>`
    : `<path d="M${142 - tilt} 183Q160 ${196 + tilt} ${178 + tilt} 183" fill="none" stroke="${lips}" stroke-width="4" stroke-linecap="round"/>`;
  return eyes + brows + cheeks + nose + mouth;
}

function glassesOf(chance: Chance): string {
  const color = chance.pick(['#2b2b30', '#5a3d2b', '#35506b']);
  const lens = (x: number) =>
    color === '#35506b'
      ? `<circle cx="${x}" cy="144" r="18"/>`
      : `<rect x="${x - 19}" y="129" width="38" height="29" rx="11"/>`;
  return `<g fill="#fff" fill-opacity=".12" stroke="${color}" stroke-width="3.5">${lens(137)}${lens(183)}<path d="M156 142Q160 138 164 142" fill="none"/></g>`;
}

function beardOf({ hair, chance }: Face): string {
  const opacity = chance.pick([1, 1, 0.45]);
  return `<path d="M104 140C104 192 128 216 160 216C192 216 216 192 216 140C213 162 204 172 190 172C176 168 144 168 130 172C116 172 107 162 104 140Z" fill="${hair}" opacity="${opacity}"/>`;
}

function clothesOf({ chance, cloth, under, skin }: Face): string {
  const dark = darker(cloth);
  const base = `<path d="${body}" fill="${cloth}"/>`;
  return chance.pick([
    // A round neck with a hem.
    () => `${base}<path d="M124 237C136 262 184 262 196 237L190 234C178 250 142 250 130 234Z" fill="${dark}"/>`,
    // A shirt with a collar.
    () =>
      `${base}<path d="M130 234L160 268L112 262Z" fill="${under}"/><path d="M190 234L160 268L208 262Z" fill="${under}"/><path d="M160 268V320" stroke="${dark}" stroke-width="3"/>`,
    // A V-neck over a shirt.
    () =>
      `${base}<path d="M128 236L160 290L192 236C178 250 142 250 128 236Z" fill="${under}"/><path d="M142 244L160 276L178 244C170 250 150 250 142 244Z" fill="${skin.base}"/><path d="M126 236L160 292L194 236" fill="none" stroke="${dark}" stroke-width="6"/>`,
    // A jacket with lapels.
    () =>
      `${base}<path d="M130 235L148 320H172L190 235C178 250 142 250 130 235Z" fill="${under}"/><path d="M128 235L108 268L124 274L150 320L138 258Z" fill="${dark}"/><path d="M192 235L212 268L196 274L170 320L182 258Z" fill="${dark}"/>`,
    // Stripes.
    () =>
      `<clipPath id="b"><path d="${body}"/></clipPath>${base}<g clip-path="url(#b)" stroke="${under}" stroke-width="7" opacity=".75"><path d="M0 268H320M0 290H320M0 312H320"/></g><path d="M124 237C136 260 184 260 196 237L190 234C178 250 142 250 130 234Z" fill="${dark}"/>`,
  ])();
}

type Style = (face: Face) => { back: string; front: string };

const cap =
  'M101 140C95 84 123 58 160 58C197 58 225 84 219 140C214 117 205 104 190 100C170 95 148 95 130 100C114 105 106 118 101 140Z';
const swept =
  'M101 142C93 84 124 54 164 56C204 58 227 86 219 142C216 122 209 110 198 104C172 110 144 104 128 94C120 110 106 118 101 142Z';
const middle = 'M101 150C94 84 124 56 160 56C196 56 226 84 219 150C216 122 196 104 160 88C124 104 104 122 101 150Z';
const long =
  'M90 150C86 80 116 50 160 50C204 50 234 80 230 150C231 194 238 226 248 256C216 272 104 272 72 256C82 226 89 194 90 150Z';
const bob =
  'M90 150C86 80 116 50 160 50C204 50 234 80 230 150C232 182 232 202 224 214C206 222 114 222 96 214C88 202 88 182 90 150Z';
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

const longer: readonly Style[] = [
  ({ hair }) => ({ back: path(long, hair), front: path(middle, hair) }),
  ({ hair }) => ({ back: path(long, hair), front: path(swept, hair) }),
  ({ hair }) => ({ back: path(bob, hair), front: path(cap, hair) }),
  ({ hair }) => ({ back: path(bob, hair), front: path(middle, hair) }),
  ({ hair }) => ({ back: `<circle cx="160" cy="46" r="27" fill="${hair}"/>`, front: path(swept, hair) }),
  ({ hair }) => ({
    back: `<path d="M206 84C258 88 262 170 238 226C230 190 226 140 196 110Z" fill="${hair}"/>`,
    front: path(cap, hair),
  }),
  ({ hair }) => ({ back: curls(hair, 78, 29, 12), front: path(cap, hair) }),
  ({ hair }) => ({ back: `<circle cx="160" cy="116" r="88" fill="${hair}"/>`, front: path(cap, hair) }),
];
const shorter: readonly Style[] = [
  ({ hair }) => ({ back: '', front: path(cap, hair) }),
  ({ hair }) => ({ back: '', front: path(swept, hair) }),
  ({ hair }) => ({ back: '', front: `<g opacity=".55">${path(cap, hair)}</g>` }),
  ({ hair }) => ({ back: '', front: `${path(cap, hair)}${curls(hair, 62, 17, 9)}` }),
  ({ hair }) => ({
    back: '',
    front: path(
      'M101 140C97 104 108 84 118 78C122 50 180 40 210 66C222 84 223 110 219 140C214 118 208 108 200 100C178 96 146 96 126 98C112 106 106 120 101 140Z',
      hair,
    ),
  }),
  () => ({
    back: '',
    front:
      '<path d="M128 92C138 82 152 78 166 79" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="6" stroke-linecap="round"/>',
  }),
];

const scarf: Style = ({ cloth }) => {
  const light = lighter(cloth);
  return {
    back: path(
      'M84 150C82 74 120 44 160 44C200 44 238 74 236 150C238 204 236 240 246 268C214 290 106 290 74 268C84 240 82 204 84 150Z',
      light,
    ),
    front: `<path fill-rule="evenodd" d="M86 150C84 76 120 46 160 46C200 46 236 76 234 150C236 206 222 246 196 270C180 276 140 276 124 270C98 246 84 206 86 150ZM108 146C108 180 132 206 160 206C188 206 212 180 212 146C212 108 190 88 160 88C130 88 108 108 108 146Z" fill="${light}"/><path d="M110 232C140 262 186 256 214 222" fill="none" stroke="${cloth}" stroke-width="4" opacity=".5"/>`,
  };
};

/** Round curls along the top of the head. */
function curls(fill: string, radius: number, curl: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (1.08 - (1.16 * index) / (count - 1));
    return `<circle cx="${(160 + radius * Math.cos(angle)).toFixed(1)}" cy="${(126 - radius * Math.sin(angle)).toFixed(1)}" r="${curl}" fill="${fill}"/>`;
  }).join('');
}

function mixed(color: string, into: number, share: number): string {
  const parts = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(color.slice(at, at + 2), 16) * (1 - share) + into * share),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function darker(color: string): string {
  return mixed(color, 0, 0.28);
}

function lighter(color: string): string {
  return mixed(color, 255, 0.45);
}
