// Kinds of everyday things and what is one of them, as a vocabulary trainer lists them: people ask for the kind and store the thing
// ("which instrument does she play?", "she plays the cello"). Made of no text and no set of questions. Each list is the kind and what is one
// of it, in dictionary forms; it goes on in lines that are indented.
import { once } from "../../../contract/once.ts";

const lists = `
relative|father mother brother sister son daughter uncle aunt cousin nephew niece grandfather grandmother grandpa grandma
family|father mother parent brother sister son daughter husband wife child kid baby
partner|husband wife boyfriend girlfriend fiance spouse
animal|dog cat bird fish horse rabbit hamster parrot tortoise turtle snake mouse rat cow pig sheep goat hen duck goose fox wolf
  bear deer bee
pet|dog cat bird fish rabbit hamster parrot tortoise turtle snake budgie puppy kitten pony
bird|parrot sparrow eagle owl robin crow duck goose swan pigeon gull hen budgie canary stork
dog|terrier poodle labrador retriever spaniel collie shepherd dachshund beagle greyhound puppy
insect|bee wasp ant fly mosquito butterfly beetle moth spider
instrument|guitar piano violin drum flute cello trumpet clarinet saxophone bass harp organ accordion keyboard ukulele trombone
  viola
sport|football soccer tennis basketball handball volleyball hockey golf rugby cricket baseball badminton swim run row sail ski
  skate surf climb judo karate boxing wrestling gym yoga cycle jog marathon fencing
exercise|swim run walk cycle gym yoga jog stretch row
martial|judo karate boxing wrestling taekwondo aikido fencing
hobby|paint draw knit sew photography pottery garden cook bake sing dance fish chess collect carpentry craft embroidery crochet
game|chess football cards poker puzzle tennis
art|painting drawing sculpture pottery photography music
illness|flu cold fever cancer diabetes asthma migraine pneumonia covid measles stroke infection parkinson alzheimer dementia
  arthritis depression bronchitis anaemia
health|doctor hospital ill pain operation surgery medicine diet sick knee heart blood pressure
injury|fracture break bruise sprain cut burn wound concussion strain
injure|fracture break bruise sprain cut burn wound twist tear slip fall
accident|crash fall slip collide hit injure bump
symptom|pain ache fever cough nausea dizzy rash swelling headache itch
allergy|pollen nut peanut dust penicillin lactose gluten wasp
operation|surgery surgeon hip knee appendix transplant anaesthetic
treatment|operation surgery pill tablet injection chemotherapy physiotherapy massage therapy antibiotic
medicine|pill tablet drop syrup injection antibiotic painkiller aspirin insulin cream
vaccination|jab shot vaccine injection
doctor|surgeon dentist physiotherapist neurologist cardiologist dermatologist psychiatrist psychologist vet nurse therapist
  gynaecologist
body|arm leg knee hand foot wrist ankle shoulder back neck head eye ear nose finger toe hip elbow rib
profession|teacher nurse doctor engineer lawyer cook chef carpenter joiner plumber electrician driver farmer baker waiter
  journalist translator designer programmer developer architect accountant musician writer painter welder mechanic pharmacist
  surgeon secretary photographer pilot
meal|breakfast lunch dinner supper soup stew pasta rice salad sandwich curry roast
food|bread cheese soup rice pasta meat fish vegetable fruit egg cake salad potato sandwich
drink|tea coffee wine beer juice water milk cocktail whisky lemonade
fruit|apple pear plum cherry banana orange lemon grape strawberry peach melon berry
vegetable|potato carrot tomato onion bean pea cabbage spinach cucumber pepper pumpkin
dessert|cake ice pudding tart biscuit chocolate pie
diet|vegan vegetarian gluten sugar calorie meat
colour|red blue green yellow orange purple pink black white brown grey violet turquoise beige silver gold
weather|rain snow sun storm wind fog frost ice thunder hail cloud degree
vehicle|car bus train bike tram plane ship boat ferry taxi truck van lorry motorbike scooter
transport|car bus train bike tram plane ship ferry taxi flight coach
car|volkswagen toyota ford opel renault volvo fiat tesla skoda audi bmw
furniture|table chair bed sofa wardrobe cupboard shelf armchair bench
clothes|coat jacket shirt trousers dress skirt shoe boot hat scarf glove jumper sweater suit sock
wear|coat jacket shirt dress skirt shoe hat scarf glove jumper sweater suit
tool|hammer saw drill screwdriver axe spade plane chisel
home|flat apartment bungalow cottage villa
building|church school hotel hospital tower hall castle museum
country|germany france italy spain portugal greece turkey poland denmark sweden norway finland ireland england scotland austria
  switzerland netherlands belgium russia ukraine china japan india korea vietnam thailand egypt morocco kenya nigeria canada
  america usa mexico brazil argentina chile australia
abroad|germany france italy spain portugal greece turkey poland denmark sweden norway canada america japan australia
city|london paris berlin rome madrid lisbon vienna prague warsaw amsterdam brussels copenhagen stockholm oslo dublin athens
  budapest hamburg munich milan barcelona tokyo york moscow
language|english french german spanish italian portuguese russian polish dutch danish swedish chinese japanese arabic turkish
  greek latin
school|teacher pupil class lesson grade mark term report classroom
subject|maths physics chemistry biology history geography art music latin english french german
grade|mark report
exam|test pass fail certificate
degree|bachelor master doctor phd diploma thesis
document|passport visa licence certificate contract ticket permit
device|phone computer laptop tablet camera printer television radio
appliance|fridge freezer oven dishwasher boiler toaster kettle cooker
jewellery|ring necklace bracelet earring watch brooch
flower|rose tulip peony lily sunflower daisy orchid daffodil
tree|oak pine birch maple cherry willow fir beech ash chestnut
material|wood metal steel glass plastic stone paper leather wool cotton silk clay
present|book flower perfume chocolate jewellery voucher
celebration|birthday wedding anniversary christmas easter party funeral
disaster|fire flood earthquake storm crash
crime|theft robbery burglary murder fraud
relationship|marry divorce girlfriend boyfriend husband wife engaged separate
money|euro pound dollar cent pay cost save salary loan
currency|euro pound dollar yen franc krone
payment|card cash transfer invoice cheque
season|spring summer autumn winter
database|postgres postgresql mysql sqlite mongodb redis mariadb dynamodb
programming|python typescript javascript rust java go ruby php kotlin swift
framework|react vue angular svelte django rails spring express
cloud|aws azure gcp kubernetes
editor|vscode vim emacs intellij
browser|chrome firefox safari edge
`;

const things = once(
  () =>
    new Map(
      lists
        .trim()
        .replaceAll(/\n +/g, " ")
        .split("\n")
        .map((list): [string, readonly string[]] => {
          const [kind = "", members = ""] = list.split("|");
          return [kind, members.split(" ")];
        }),
    ),
);

/** Whether some kind has both words, in their dictionary forms. */
export function areOfOneKind(a: string, b: string): boolean {
  return [...things().values()].some((members) => members.includes(a) && members.includes(b));
}

/** Things of this kind, or none. Both in their dictionary forms; a caller stems them. */
export function thingsOfKind(word: string): readonly string[] {
  return things().get(word) ?? [];
}
