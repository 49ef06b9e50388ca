import { forLanguage } from './words.ts'

/** The words of pictures and videos. A language that lacks a word does not compile. */
interface MediaWords {
  readonly enlarge: string
  readonly close: string
  readonly play: string
  /** A pattern with {host}. */
  readonly playedFrom: string
  readonly diagram: string
  readonly diagramSource: string
  readonly diagramComing: string
  readonly diagramInvalid: string
  readonly diagramExpensive: string
}

const en: MediaWords = {
  enlarge: 'Enlarge the picture',
  close: 'Close',
  play: 'Play the video',
  playedFrom: 'Loaded from {host}, and only once you play it',
  diagram: 'Diagram',
  diagramSource: 'Source of the diagram',
  diagramComing: 'The drawing is being made…',
  diagramInvalid: 'This diagram could not be drawn: its source is not valid.',
  diagramExpensive: 'This diagram could not be drawn: it is too large.',
}

const de: MediaWords = {
  enlarge: 'Bild vergrößern',
  close: 'Schließen',
  play: 'Video abspielen',
  playedFrom: 'Wird von {host} geladen, und erst beim Abspielen',
  diagram: 'Diagramm',
  diagramSource: 'Quelltext des Diagramms',
  diagramComing: 'Die Zeichnung wird gerade angefertigt …',
  diagramInvalid: 'Dieses Diagramm ließ sich nicht zeichnen: Der Quelltext ist ungültig.',
  diagramExpensive: 'Dieses Diagramm ließ sich nicht zeichnen: Es ist zu groß.',
}

const fr: MediaWords = {
  enlarge: 'Agrandir l’image',
  close: 'Fermer',
  play: 'Lire la vidéo',
  playedFrom: 'Chargée depuis {host}, seulement à la lecture',
  diagram: 'Diagramme',
  diagramSource: 'Source du diagramme',
  diagramComing: 'Le dessin est en cours de préparation…',
  diagramInvalid: 'Ce diagramme n’a pas pu être dessiné : sa source n’est pas valide.',
  diagramExpensive: 'Ce diagramme n’a pas pu être dessiné : il est trop grand.',
}

const es: MediaWords = {
  enlarge: 'Ampliar la imagen',
  close: 'Cerrar',
  play: 'Reproducir el vídeo',
  playedFrom: 'Se carga desde {host}, y solo al reproducirlo',
  diagram: 'Diagrama',
  diagramSource: 'Fuente del diagrama',
  diagramComing: 'El dibujo se está preparando…',
  diagramInvalid: 'No se pudo dibujar este diagrama: su fuente no es válida.',
  diagramExpensive: 'No se pudo dibujar este diagrama: es demasiado grande.',
}

const ptBr: MediaWords = {
  enlarge: 'Ampliar a imagem',
  close: 'Fechar',
  play: 'Reproduzir o vídeo',
  playedFrom: 'Carregado de {host}, e só ao reproduzir',
  diagram: 'Diagrama',
  diagramSource: 'Fonte do diagrama',
  diagramComing: 'O desenho está sendo preparado…',
  diagramInvalid: 'Não foi possível desenhar este diagrama: a fonte não é válida.',
  diagramExpensive: 'Não foi possível desenhar este diagrama: é grande demais.',
}

const nl: MediaWords = {
  enlarge: 'Afbeelding vergroten',
  close: 'Sluiten',
  play: 'Video afspelen',
  playedFrom: 'Wordt geladen van {host}, en pas bij het afspelen',
  diagram: 'Diagram',
  diagramSource: 'Bron van het diagram',
  diagramComing: 'De tekening wordt gemaakt…',
  diagramInvalid: 'Dit diagram kon niet worden getekend: de bron is ongeldig.',
  diagramExpensive: 'Dit diagram kon niet worden getekend: het is te groot.',
}

const no: MediaWords = {
  enlarge: 'Forstørr bildet',
  close: 'Lukk',
  play: 'Spill av videoen',
  playedFrom: 'Lastes fra {host}, og først når du spiller den av',
  diagram: 'Diagram',
  diagramSource: 'Kilden til diagrammet',
  diagramComing: 'Tegningen lages …',
  diagramInvalid: 'Dette diagrammet kunne ikke tegnes: kilden er ugyldig.',
  diagramExpensive: 'Dette diagrammet kunne ikke tegnes: det er for stort.',
}

const ru: MediaWords = {
  enlarge: 'Увеличить изображение',
  close: 'Закрыть',
  play: 'Воспроизвести видео',
  playedFrom: 'Загружается с {host}, и только при воспроизведении',
  diagram: 'Диаграмма',
  diagramSource: 'Исходный текст диаграммы',
  diagramComing: 'Рисунок готовится…',
  diagramInvalid: 'Диаграмму не удалось нарисовать: в исходном тексте ошибка.',
  diagramExpensive: 'Диаграмму не удалось нарисовать: она слишком велика.',
}

const ja: MediaWords = {
  enlarge: '画像を拡大',
  close: '閉じる',
  play: '動画を再生',
  playedFrom: '再生したときにだけ {host} から読み込まれます',
  diagram: '図',
  diagramSource: '図のソース',
  diagramComing: '図を作成しています…',
  diagramInvalid: 'この図は描画できませんでした。ソースが正しくありません。',
  diagramExpensive: 'この図は描画できませんでした。大きすぎます。',
}

const zh: MediaWords = {
  enlarge: '放大图片',
  close: '关闭',
  play: '播放视频',
  playedFrom: '仅在播放时从 {host} 加载',
  diagram: '图表',
  diagramSource: '图表源码',
  diagramComing: '正在绘制图表……',
  diagramInvalid: '无法绘制此图表：源码无效。',
  diagramExpensive: '无法绘制此图表：图表过大。',
}

const ar: MediaWords = {
  enlarge: 'تكبير الصورة',
  close: 'إغلاق',
  play: 'تشغيل الفيديو',
  playedFrom: 'يُحمَّل من {host} عند تشغيله فقط',
  diagram: 'مخطط',
  diagramSource: 'مصدر المخطط',
  diagramComing: 'جارٍ إعداد الرسم…',
  diagramInvalid: 'تعذّر رسم هذا المخطط: مصدره غير صالح.',
  diagramExpensive: 'تعذّر رسم هذا المخطط: حجمه كبير جدًا.',
}

const he: MediaWords = {
  enlarge: 'הגדלת התמונה',
  close: 'סגירה',
  play: 'הפעלת הסרטון',
  playedFrom: 'נטען מ-{host}, ורק עם ההפעלה',
  diagram: 'תרשים',
  diagramSource: 'המקור של התרשים',
  diagramComing: 'השרטוט בהכנה…',
  diagramInvalid: 'לא ניתן לצייר את התרשים: המקור שלו אינו תקין.',
  diagramExpensive: 'לא ניתן לצייר את התרשים: הוא גדול מדי.',
}

const all = { ar, de, en, es, fr, he, ja, nl, no, pt: ptBr, ru, zh }

export function mediaWordsFor(language: string): MediaWords {
  return forLanguage(all, language)
}
