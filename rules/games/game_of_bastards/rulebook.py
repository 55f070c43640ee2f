"""The rules of A Game of Bastards for people: every rule by its id, in our own words; data only."""

RULEBOOK: list[dict[str, str]] = [
    {
        "id": "GOB-01",
        "area": "Cards",
        "text": (
            "Everyone at the table uses one shared deck with jokers. The option decks sets its size: two packs "
            "shuffled together (108 cards, 4 jokers), which is the usual choice, or one pack (54 cards, 2 jokers)."
        ),
    },
    {
        "id": "GOB-02",
        "area": "Cards",
        "text": (
            "A number card is worth its number, a jack 11, a queen 12, a king 13 and an ace 14. As an initiative "
            "card, an ace is worth 1."
        ),
    },
    {
        "id": "GOB-03",
        "area": "Cards",
        "text": (
            "The suits break ties. From the lowest to the highest they are clubs, spades, hearts, diamonds. If two "
            "totals are equal, the side whose highest card has the higher suit wins. The highest card is the card "
            "with the highest value; if several cards have this value, it is the one with the highest suit. If the "
            "suits are equal too, the passive side wins: the defender, or the Dealer in a fate draw. A side without "
            "any card loses the tie. Among equal initiative cards, the one with the lower suit acts first."
        ),
    },
    {
        "id": "GOB-04",
        "area": "Cards",
        "text": (
            "All cards are gathered and shuffled when a scene begins and when an opposition or a fate draw ends. "
            "Some advantages and every joker that is drawn shuffle cards as well."
        ),
    },
    {
        "id": "GOB-05",
        "area": "Cards",
        "text": (
            "If you draw a joker, you first finish the draw. Then the whole discard pile, with the joker, is "
            "shuffled into the draw pile, and you gain a wildcard. The joker does not stay in your hand, and you "
            "draw no other card for it. Dealing all hands at the start is one draw. Followers and extras gain "
            "wildcards in the same way. If you spend a wildcard to play a card in the betting and draw a joker, no "
            "card is played."
        ),
    },
    {
        "id": "GOB-06",
        "area": "Cards",
        "text": (
            "You may spend a wildcard at any time until the opposition is over to draw one card into your hand. "
            "This does not change whose turn it is. During the betting you may instead spend it to draw a card and "
            "play it at once, face up (GOB-44). Wildcards last until the end of the session; a house rule can make "
            "them last for the scene or for the campaign."
        ),
    },
    {
        "id": "GOB-07",
        "area": "Cards",
        "text": (
            "When the draw pile runs out in a sustained opposition, the discard pile is shuffled and becomes the "
            "draw pile. The table then decides whether to go on, to change to another kind of opposition, to "
            "retreat, or to talk."
        ),
    },
    {
        "id": "GOB-10",
        "area": "Characters",
        "text": (
            "A character has four traits. Each trait has a suit and a Fate: Body has clubs and Kranos, Spirit has "
            "hearts and Loressa, Mind has spades and Aiyala, Luck has diamonds and Esme. You choose a suit: its "
            "trait starts at 2, and the other three start at 1. The site can show tarot suits instead: swords for "
            "Body, cups for Spirit, staves for Mind, coins for Luck."
        ),
    },
    {
        "id": "GOB-11",
        "area": "Characters",
        "text": (
            "Each trait has a pool of five times its rank: BP for Body, SP for Spirit, MP for Mind, LP for Luck. "
            "When a trait rises by 1, its pool rises by 5: both the maximum and the points that are left."
        ),
    },
    {
        "id": "GOB-12",
        "area": "Characters",
        "text": (
            "Every skill starts at rank 1. You have 10 XP to build a new character. You spend XP that you gain "
            "later in the same way."
        ),
    },
    {
        "id": "GOB-13",
        "area": "Characters",
        "text": (
            "For 1 XP you can buy one of these: one more rank in a trait, one more rank in a skill, an advantage, "
            "or a specialty. The first two advantages are free. You can take a disadvantage only while you make the "
            "character; it gives you 1 more XP to build with. The game has no list of disadvantages, so they are "
            "rows of the catalogue or free text."
        ),
    },
    {
        "id": "GOB-14",
        "area": "Characters",
        "text": (
            "The skills are Athletics, Dexterity (also called Manual Dexterity), Combat, Stealth, Technology, "
            "Academics, Influence, Craft, Business, Perception, Meditation, First Aid, Guts, Perform and Gambling. "
            "You take Combat separately for each weapon, for fighting unarmed (Unarmed) and for grappling "
            "(Grapple). You take Craft separately for each kind of work. A skill that is not on the sheet has rank "
            "1."
        ),
    },
    {
        "id": "GOB-15",
        "area": "Characters",
        "text": (
            "A specialty combines two different skills for one kind of action or one field. You need rank 2 or more "
            "in both skills. The rank of the specialty is the lower of the two ranks and rises with them; it is "
            "added to your total in every fate draw that involves the specialty. The catalogue has about sixty, for "
            "example Acrobatics (Dexterity and Craft (Perform)) and Lockpicking (Stealth and Technology). You may "
            "also invent your own."
        ),
    },
    {
        "id": "GOB-16",
        "area": "Characters",
        "text": ("Each advantage has a suit. A character whose pool of that suit is at 0 cannot use the advantage."),
    },
    {
        "id": "GOB-20",
        "area": "Fate draw",
        "text": (
            "When you use a skill and nobody opposes you, you make a fate draw. You draw as many cards as your rank "
            "in the skill, play one of them and add your trait. The Dealer, or another player, draws 6 cards minus "
            "your trait, but at least 1, and plays one of them without a trait. The higher total wins. Unless a "
            "person chooses otherwise, each side plays its highest card. If the Dealer draws a joker here, nobody "
            "gains a wildcard."
        ),
    },
    {
        "id": "GOB-21",
        "area": "Fate draw",
        "text": (
            "The Dealer may add a difficulty of 1 to 20 to the opposing card. As a guide: 1 for a small nuisance, 3 "
            "for something clearly harder, 5 for a real challenge, 7 for a serious undertaking, 10 for the best "
            "that people can do, 15 for the nearly impossible, 20 for a feat of legend."
        ),
    },
    {
        "id": "GOB-22",
        "area": "Fate draw",
        "text": (
            "A fate draw has these steps. Both sides draw. Both sides play, and you may declare raises. Both sides "
            "bet, first the opposing side, then you, until neither side can or wants to play more. The cards are "
            "shown. The consequences follow. All cards go back and are shuffled. Each side plays one card. For each "
            "advantage that applies and gives an additional card, you may play one more; you do not draw more. "
            "Cards that you play with wildcards do not count towards this limit."
        ),
    },
    {
        "id": "GOB-23",
        "area": "Fate draw",
        "text": (
            "The margin is the winner's total minus the loser's total. A success has one raise for every full 2 "
            "points of margin, so two raises from a margin of 4. If you declared raises, the result says whether "
            "you reached them. Declared raises do not change the total."
        ),
    },
    {
        "id": "GOB-24",
        "area": "Fate draw",
        "text": (
            "You draw a separate hand for a fate draw, and its cards go back afterwards. It is not the hand that "
            "you hold in an opposition. If a fate draw happens during an opposition, its cards come from the draw "
            "pile, and only these cards go back."
        ),
    },
    {
        "id": "GOB-25",
        "area": "Fate draw",
        "text": (
            "The person who asks for a fate draw names the trait. Body is for strength, agility, endurance and "
            "physical attacks. Spirit is for fear, resolve, leading and stirring people, and staying sane. Mind is "
            "for thought, trickery and influence, reflexes and defence, and contests of the mind. Luck is for "
            "everything that depends more on chance than on skill."
        ),
    },
    {
        "id": "GOB-30",
        "area": "Simple opposition",
        "text": (
            "Each side draws a hand of five cards and plays one; the highest card wins. If the opposition "
            "continues, everyone involved draws a card for each further hand and may discard one. Mulligan: you may "
            "give up your action in this hand, discard all your cards and draw five. In a plain simple opposition "
            "only the cards count; a bonus counts only if someone names it. If two cards have the same value and "
            "suit, the passive side wins."
        ),
    },
    {
        "id": "GOB-40",
        "area": "Sustained opposition",
        "text": (
            "A sustained opposition is a fight or a similar conflict. Everyone draws five cards and chooses one of "
            "them as their initiative card, face up. The card leaves the hand and stays for the whole opposition. "
            "The lowest card acts first, and an ace is worth 1. The suits break ties (GOB-03); equal cards act in "
            "the order of the encounter. Players may choose in any order, and each card is visible at once. The "
            "Dealer may give orders meanwhile. A participant who has no card to choose has no initiative and acts "
            "last, in the order of the encounter. They may set an initiative card later (GOB-42) and then discard "
            "no old one."
        ),
    },
    {
        "id": "GOB-41",
        "area": "Sustained opposition",
        "text": (
            "Your turn has these steps. First you draw one card and may then discard one, or you take a mulligan "
            "(GOB-30), which costs your action. You cannot pass before this step. Next come free things, such as "
            "talking or drawing a weapon that you carry ready. Then you take your action and name its target and "
            "your raises, or you use an ability in place of the action. Cards are played, the sides bet, the cards "
            "are shown, and the consequences follow. Then the next participant acts. After the last turn the round "
            "is over, and the participant with the lowest card begins again."
        ),
    },
    {
        "id": "GOB-42",
        "area": "Sustained opposition",
        "text": (
            "As your action you may replace your initiative card with a card from your hand; you discard the old "
            "card. Everyone sees the new card at once, but the order changes only in the next round."
        ),
    },
    {
        "id": "GOB-43",
        "area": "Sustained opposition",
        "text": (
            "To attack, you play one card face down and add your trait. You may name one target or several: "
            "everyone else who is not out, each of them once, but not yourself. Each defender may answer with one "
            "card, face down. The site also asks a defender who has no cards. Each defence is compared with the "
            "same attack total. A defender who answered without a card may still bet within their limit. If a "
            "defence names no skill, or one that is not on the sheet, the rank is 1. An attack without a weapon may "
            "use any skill. If the last target gives up or drops out, the attack ends, its cards are discarded, and "
            "the turn is over."
        ),
    },
    {
        "id": "GOB-44",
        "area": "Sustained opposition",
        "text": (
            "The sides bet in turn. The defender begins; several defenders bet in the order of the encounter, and "
            "the attacker bets after them. When it is your turn, you may play one or more cards face up from your "
            "hand, spend a wildcard to draw a card and play it face up, or call. If you play, the other side is "
            "next. If you called, you may bet again after the other side has played. If you can play no more cards, "
            "you have called. When everyone has called and nobody has played in between, the cards are shown. Your "
            "limit is your rank in the skill that you use, but at least 1: you may play that many cards from your "
            "hand, including the first. Cards that you play with wildcards do not count towards the limit. Played "
            "cards are discarded after the consequences."
        ),
    },
    {
        "id": "GOB-45",
        "area": "Sustained opposition",
        "text": (
            "When the cards are shown, the total of each side is the sum of its cards and its trait. The difference "
            "says how well the attack succeeds or how badly it fails. If you played nothing, your total is your "
            "trait alone."
        ),
    },
    {
        "id": "GOB-46",
        "area": "Sustained opposition",
        "text": (
            "A successful attack does damage equal to the difference. A physical attack does damage to BP, and the "
            "defender uses Mind. A social attack or fear does damage to SP, and the defender uses Spirit. A mental "
            "attack does damage to MP, and the defender uses Mind. An attack with luck does damage to LP, and the "
            "defender uses Luck. Unless the attacker names another trait, these four attacks use Body, Spirit, Mind "
            "and Luck. In attacks that are not physical, the attacker may name any trait. In physical attacks and "
            "defences, only desperation or an advantage allows another trait. The damage of a physical attack, and "
            "only of a physical attack, also includes the weapon's damage and the attacker's Body, even if the "
            "attack used another trait. A house rule can leave Body out. Toughness or Resolve lowers the damage "
            "first, then Iron Wall or Soul of Steel, then armour. Armour works only against physical damage to BP. "
            "A follower has only armour. Damage is never less than 0, and damage of 0 counts as no damage. If "
            "several effects could decide the trait of a defence, the first of these decides: Karmic Shuffle; "
            "desperation; Dodge or Serendipity, whichever was declared last; All-Out Defense; Mind, which Study "
            "doubles."
        ),
    },
    {
        "id": "GOB-47",
        "area": "Sustained opposition",
        "text": ("Damage beyond the points left in a pool is lost. It does not reduce another pool."),
    },
    {
        "id": "GOB-48",
        "area": "Sustained opposition",
        "text": (
            "A character with an empty pool is desperate. When you become desperate, you at once draw as many cards "
            "as your Spirit or your Luck; you choose which. While you are desperate, you use Spirit or Luck instead "
            "of any other trait. You choose for each hand; if you do not choose, the higher of the two counts, or "
            "Spirit if they are equal. If you empty a pool by paying a cost, you become desperate too, and the site "
            "asks you after the play. You cannot pay a cost that would put you out of the opposition. A character "
            "who enters with a pool at 0 is desperate from the start, but does not draw these cards."
        ),
    },
    {
        "id": "GOB-49",
        "area": "Sustained opposition",
        "text": (
            "Your character is out of the opposition when a pool that is already empty takes damage, or when a "
            "second pool is emptied. If that pool is BP, they are unconscious, otherwise beaten. You may also give "
            "up at any time. If the attacker gives up, the attack ends without effect; if a defender gives up, they "
            "drop out of it. A character who is out discards their hand and their initiative card. When only one "
            "side has participants left, or none, the site proposes this outcome, and play continues until the "
            "Dealer ends it. Nobody can join or leave while an answer is awaited. Only the Dealer decides that a "
            "character dies; the rules never do."
        ),
    },
    {
        "id": "GOB-50",
        "area": "Sustained opposition",
        "text": ("When an opposition ends, all cards go back, and the deck is shuffled."),
    },
    {
        "id": "GOB-51",
        "area": "Sustained opposition",
        "text": (
            "If you fight with two weapons, you may play two cards fewer in attack and in defence, but at least 1. "
            "You still make one attack, and it adds the damage of both weapons. You wield the weapons that you "
            "named in your last attack; before your first attack, you wield the first weapon of your list. You may "
            "name other weapons in a defence, because drawing a weapon is free. To wield two weapons of the same "
            "name, your list must have both. The skill of an attack must be the skill of the weapon; if two weapons "
            "have different skills, the lower rank counts. An attack without a weapon is a melee attack."
        ),
    },
    {
        "id": "GOB-52",
        "area": "Sustained opposition",
        "text": (
            "Picking something up from the ground takes your action, and you then wield it. You can only pick up "
            "things that lie on the ground in this encounter. Drawing a weapon that you carry ready is free. Taking "
            "something out of a pack takes your action."
        ),
    },
    {
        "id": "GOB-53",
        "area": "Sustained opposition",
        "text": (
            "Pools are refilled when the Dealer calls a rest: completely, or by a part of their maximum, rounded up."
        ),
    },
    {
        "id": "GOB-54",
        "area": "Sustained opposition",
        "text": (
            '"Additional cards" and "fewer cards" change how many cards you may play from your hand (GOB-44). This '
            "limit is never below 1."
        ),
    },
    {
        "id": "GOB-60",
        "area": "Advantages in defence",
        "text": (
            "Counter. You take it for one melee weapon. When someone attacks you with a melee weapon while you "
            "wield yours, you may set aside one or more cards, face down, as you defend. They count towards your "
            "limit together with the card of your defence, so you need a limit of at least 2. If your defence "
            "holds, the cards that you set aside are at once a complete physical attack on the attacker with this "
            "weapon. Nothing can be added to it. The attacker defends as usual, but cannot counter it. If your "
            "defence fails, the cards are discarded. Until the counter is shown, others see only how many cards you "
            "set aside. You cannot counter an attack without a weapon."
        ),
    },
    {
        "id": "GOB-61",
        "area": "Advantages in defence",
        "text": (
            "All-Out Defense. Declare it before your turn, or in your turn before you act. Until the round ends, "
            "your physical defences use twice your Body instead of Mind. You take no action this round; if your "
            "turn is still to come, you only draw."
        ),
    },
    {
        "id": "GOB-62",
        "area": "Advantages in defence",
        "text": (
            "Defensive Stance. Once in an opposition, in your turn, you may give up 1 to Body cards of your limit "
            "for attacks; this limit stays at least 1. Until the opposition ends, you may play that many cards "
            "fewer in your attacks and that many more in your defences."
        ),
    },
    {
        "id": "GOB-63",
        "area": "Advantages in defence",
        "text": (
            "Serendipity. Pay 1 LP: your next physical defence uses Luck instead of Mind. You may declare it before "
            "an attack or in your defence, as often as you can pay, even if it is not your turn."
        ),
    },
    {
        "id": "GOB-64",
        "area": "Advantages in defence",
        "text": (
            "Iron Wall. Spend a wildcard at any point of the round: until the round ends, damage to your BP is "
            "reduced by your Body."
        ),
    },
    {
        "id": "GOB-65",
        "area": "Advantages in defence",
        "text": (
            "Karmic Shuffle. Spend a wildcard: until the round ends, everyone in the opposition, including you, "
            "adds Luck to physical defences instead of any other trait."
        ),
    },
    {
        "id": "GOB-66",
        "area": "Advantages in defence",
        "text": (
            "Soul of Steel. Spend a wildcard and give up your action, if you have not taken it yet: until the round "
            "ends, damage to your SP or BP is reduced by twice your Spirit."
        ),
    },
    {
        "id": "GOB-67",
        "area": "Advantages in defence",
        "text": (
            "Study. Give up your action and choose one opponent: for the rest of the opposition, your Mind counts "
            "twice in physical defences against them."
        ),
    },
    {
        "id": "GOB-68",
        "area": "Advantages in defence",
        "text": (
            "Careful. When an attack does no damage to you, you draw a card at once. It does not matter whether the "
            "attack failed or its damage was reduced to 0."
        ),
    },
    {
        "id": "GOB-69",
        "area": "Advantages in defence",
        "text": (
            "Dodge. Pay 1 BP: your next physical defence uses Body instead of Mind. You may declare it before an "
            "attack or in your defence, as often as you can pay, even if it is not your turn."
        ),
    },
    {
        "id": "GOB-70",
        "area": "Advantages in defence",
        "text": (
            "Mind Over Matter. When you would take damage to BP, you may pay 1 MP to take it to MP instead. What "
            "reduces damage to your BP still counts; nothing else reduces it."
        ),
    },
    {
        "id": "GOB-71",
        "area": "Advantages in defence",
        "text": ("Tenacity. It always works: when your BP takes damage, you draw a card at once."),
    },
    {
        "id": "GOB-72",
        "area": "Advantages in attack",
        "text": (
            "Savage. Pay 1 BP before a melee attack. If the attack succeeds, you may at once make one more melee "
            "attack with two cards fewer, but at least 1. At this moment you can only attack in melee or pass."
        ),
    },
    {
        "id": "GOB-73",
        "area": "Advantages in attack",
        "text": ("Ambidextrous. You need not declare it: fighting with two weapons costs you one card instead of two."),
    },
    {
        "id": "GOB-74",
        "area": "Advantages in attack",
        "text": (
            "Florentine. You take it for one weapon. You need not declare it: when you defend with this weapon, "
            "fighting with two weapons does not cost you any card in defence. If you defend with the skill of your "
            "other weapon, you defend with that one, and it costs cards."
        ),
    },
    {
        "id": "GOB-75",
        "area": "Advantages in attack",
        "text": ("Zeal. Pay 1 SP: your physical attack adds Spirit to its total instead of Body."),
    },
    {
        "id": "GOB-76",
        "area": "Advantages in attack",
        "text": (
            "Fortune. Pay 1 LP: your physical attack adds Luck to its total instead of Body, and the defender uses "
            "Luck instead of Mind."
        ),
    },
    {
        "id": "GOB-77",
        "area": "Advantages in attack",
        "text": (
            "Ass Pull. Pay 1 LP in your turn: you draw two cards and then discard two, or all your cards if you "
            "have fewer."
        ),
    },
    {
        "id": "GOB-78",
        "area": "Advantages in attack",
        "text": ("Faith. You need not declare it: when your SP takes damage, you draw a card at once."),
    },
    {
        "id": "GOB-79",
        "area": "Advantages in attack",
        "text": (
            "Speedy. Once in each turn, before you act, you may replace your initiative card without using your action."
        ),
    },
    {
        "id": "GOB-80",
        "area": "Advantages in attack",
        "text": (
            "Berserk. Spend a wildcard in your turn. Your physical damage adds your Body twice instead of once, you "
            "may use only your offensive advantages, and you may play one card fewer in defence, but at least 1. It "
            "lasts until the scene ends, or until you give up an action and win a fate draw of Meditation with "
            "Mind. That draw happens at once, and both sides play their highest cards."
        ),
    },
    {
        "id": "GOB-81",
        "area": "Advantages in attack",
        "text": (
            "Wild Swing. Pay 1 BP before a melee attack and lower the Body that you add to its total by any amount, "
            "but not below 0. If the attack succeeds, twice this amount is added to its damage."
        ),
    },
    {
        "id": "GOB-82",
        "area": "Advantages in attack",
        "text": (
            "Disarm. Pay 1 MP to make a melee attack with Mind. If it succeeds, it does no damage, but the opponent "
            "drops their weapon. With two raises (a margin of 4 or more) you may take the weapon if you have a hand "
            "free. Otherwise, picking it up takes an action."
        ),
    },
    {
        "id": "GOB-83",
        "area": "Advantages for other ends",
        "text": ("Cunning Linguist. You need not declare it: you may play one more card in any opposed social draw."),
    },
    {
        "id": "GOB-84",
        "area": "Advantages for other ends",
        "text": ("Criminal. You need not declare it: you may play one more card in draws of Stealth or Influence."),
    },
    {
        "id": "GOB-85",
        "area": "Advantages for other ends",
        "text": ("Hearty. You need not declare it: you may play one more card in draws of Athletics or Dexterity."),
    },
    {
        "id": "GOB-86",
        "area": "Advantages for other ends",
        "text": (
            "Acrobat. In a fate draw of extreme movement, such as a long run, a swing or a leap, you may discard up "
            "to Body cards right after you draw, and draw as many new ones."
        ),
    },
    {
        "id": "GOB-87",
        "area": "Advantages for other ends",
        "text": (
            "Toughness. It always works: you take 1 less damage to BP. You can take it up to five times, and the "
            "effects add up."
        ),
    },
    {
        "id": "GOB-88",
        "area": "Advantages for other ends",
        "text": (
            "Resolve. It always works: you take 1 less damage to SP. You can take it up to five times, and the "
            "effects add up."
        ),
    },
    {
        "id": "GOB-89",
        "area": "Advantages for other ends",
        "text": (
            "Brawler. You need not declare it: when you attack with Combat (Unarmed), your rank in this skill is "
            "added to the damage."
        ),
    },
    {
        "id": "GOB-90",
        "area": "Advantages for other ends",
        "text": (
            "Grappler. You need not declare it: when you attack with Combat (Grapple), your rank in this skill is "
            "added to the damage."
        ),
    },
    {
        "id": "GOB-95",
        "area": "Followers, extras and scenes",
        "text": (
            "A follower, also called Touched, has a power rating of 1 to 5. A follower starts an opposition with "
            "that many cards and has this rating in every trait and every skill. One power pool of five times the "
            "rating takes all damage. When the pool is empty, the follower is knocked out. Followers never become "
            "desperate."
        ),
    },
    {
        "id": "GOB-96",
        "area": "Followers, extras and scenes",
        "text": (
            "Extras, also called brutes, are groups of up to five members with one power rating of 1 to 5. The "
            "group holds as many cards as it has members, and may play as many cards as its rating. For every 2 "
            "full points of difference in a successful attack, the group loses one member; Body, weapon and armour "
            "do not count here. If the group makes a successful physical attack, its weapon adds to the damage. "
            "Extras have no skills and no advantages and add no trait. In their turn they draw only if they hold "
            "fewer cards than they have members; the initiative card does not count. If they lose members, they "
            "discard their lowest surplus cards at once. In a mulligan you draw five cards, a follower as many as "
            "the rating, and extras as many as their members."
        ),
    },
    {
        "id": "GOB-97",
        "area": "Followers, extras and scenes",
        "text": (
            "A table without a Dealer plays indirect oppositions: a player who is not involved takes the hand and "
            "the actions of the opponents. Any participant who does not belong to a player can be given to any "
            "player, for a scene or permanently. By default, each player plays their own Fated, and the Dealer "
            "plays everyone else."
        ),
    },
    {
        "id": "GOB-98",
        "area": "Followers, extras and scenes",
        "text": (
            "The Fated may use dramatic actions in their own turn before they act; these do not take their action. "
            "Reinforce: spend a wildcard, and a group of five extras enters. Their rating is your highest trait, "
            "but at most 5, and they all have one weapon with damage up to this rating. Involve: spend a wildcard, "
            "and two followers with this rating enter, each with a weapon. Appearance: your character enters in "
            "person; this is free. Skill check: any player may ask another player for a fate draw; this is free. "
            "Distance: in the first round, before the first attack, one player may spend any number of wildcards; "
            "for that many rounds nobody can attack this character in melee. Participants who enter are on your "
            "side and under your control. They draw their hands at once, their lowest card is their initiative "
            "card, and they act from the next round. This also applies to everyone who joins later."
        ),
    },
    {
        "id": "GOB-99",
        "area": "Followers, extras and scenes",
        "text": (
            "Weapons add to damage, and armour reduces damage to BP. The game has no lists of weapons and armour, "
            "so the rows in the catalogue are house rules. You do not need them to play."
        ),
    },
]

# Rules that this project decided, in whole or in part, because the source leaves them open.
RULINGS: frozenset[str] = frozenset(
    {
        "GOB-03",
        "GOB-05",
        "GOB-06",
        "GOB-07",
        "GOB-11",
        "GOB-13",
        "GOB-14",
        "GOB-15",
        "GOB-20",
        "GOB-22",
        "GOB-23",
        "GOB-24",
        "GOB-30",
        "GOB-42",
        "GOB-44",
        "GOB-45",
        "GOB-46",
        "GOB-48",
        "GOB-49",
        "GOB-51",
        "GOB-52",
        "GOB-53",
        "GOB-54",
        "GOB-60",
        "GOB-65",
        "GOB-66",
        "GOB-72",
        "GOB-80",
        "GOB-95",
        "GOB-96",
        "GOB-99",
    }
)
