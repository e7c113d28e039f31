/** Labels of links that say only that there is more, in the languages of the phrase packs and some others. */
const MORE = `
  more | read more | read on | continue | continue reading | learn more | find out more | see more | show more | view more | view all
  view | details | view details | read article | read the article | read post | read the post | here | click here | go | open
  weiterlesen | weiter | weiter lesen | mehr | mehr lesen | mehr erfahren | mehr dazu | mehr infos | zum artikel | zum beitrag | hier
  hier klicken | alle anzeigen | lire la suite | lire plus | lire l article | en savoir plus | voir plus | voir tout | plus d infos
  leer más | más | más información | saber más | ver más | ver todo | seguir leyendo | leia mais | ler mais | saiba mais | saber mais
  ver mais | mais | continue lendo | leggi tutto | leggi di più | leggi | continua | continua a leggere | scopri | scopri di più
  lees meer | lees verder | meer | meer lezen | meer info | meer informatie | bekijk | devamı | devamını oku | daha fazla
  daha fazla bilgi | detaylar | 続きを読む | もっと見る | もっと読む | 詳細 | 詳細を見る | 詳しく見る | 詳しくはこちら | こちら | 더보기 | 더 보기
  더 알아보기 | 자세히 보기 | 자세히 | 更多 | 阅读更多 | 阅读全文 | 查看更多 | 查看详情 | 了解更多 | 了解详情 | 閱讀更多 | 閱讀全文 | 查看詳情 | 了解詳情
  اقرأ المزيد | المزيد | عرض المزيد | читать далее | читать дальше | читать полностью | подробнее | далее | ещё | читати далі | докладніше
  czytaj więcej | czytaj dalej | więcej | dowiedz się więcej | číst dále | číst více | více | čítať ďalej | viac | tovább | bővebben
  citește mai mult | mai mult | xem thêm | đọc thêm | đọc tiếp | selengkapnya | baca selengkapnya | läs mer | les mer | læs mere
  lue lisää | διαβάστε περισσότερα | קרא עוד | קראו עוד | למידע נוסף`;

const MORE_LABELS = new Set(MORE.trim().split(/\s*[|\n]\s*/));
/** Longer labels are never one of these. */
const LONGEST = 60;

/** Returns whether the label of a link names what it leads to: it has a letter, and says more than "read more". */
export function namesItsPage(label: string): boolean {
  if (!/\p{L}/u.test(label)) return false;
  if (label.length > LONGEST) return true;
  const words = label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return !MORE_LABELS.has(words);
}
